import { useRef } from "react";
import { Cross, MenuLines } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { useSectionLinks } from "#/features/landing/section-links.ts";
import { StarLink } from "#/features/landing/star-link.tsx";
import { quietButton, ThemeSwitch } from "#/features/landing/theme-switch.tsx";
import { Button } from "#/ui/button.tsx";

/** A dialog that the page can open. */
export type EntryDialog = "login" | "signup";

const texts = landingTexts.header;

/** The header's actions on a phone: a drawer that slides in from the end. */
export function LandingMenu({ onEntry }: { onEntry: (dialog: EntryDialog) => void }) {
  const links = useSectionLinks();
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  const choose = (dialog: EntryDialog) => {
    close();
    onEntry(dialog);
  };
  return (
    <>
      <button
        type="button"
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
        className={quietButton}
      >
        <MenuLines />
      </button>
      {/* Keyboard users close it with Escape or the button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={drawer}
        aria-label={texts.menu}
        onClick={(event) => {
          // A click on the backdrop is an event of the dialog too.
          if (event.target === drawer.current) close();
        }}
        className="ms-auto me-0 my-0 h-dvh max-h-dvh w-72 max-w-[85vw] border-s border-line bg-raised shadow-dialog transition-[translate] duration-[280ms] starting:translate-x-8 rtl:starting:-translate-x-8"
      >
        <div className="flex h-full flex-col gap-1 px-5 pt-3 pb-8">
          <button
            type="button"
            aria-label={texts.closeMenu}
            onClick={close}
            className={`${quietButton} -me-2 self-end`}
          >
            <Cross />
          </button>
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              onClick={close}
              className="serif border-b border-line py-3 text-title"
            >
              {label}
            </a>
          ))}
          <div className="mt-5 -mx-2 flex items-center justify-between">
            <StarLink />
            <ThemeSwitch />
          </div>
          <div className="mt-auto flex flex-col gap-2.5">
            <Button size="large" onClick={() => choose("login")}>
              {texts.login}
            </Button>
            <Button size="large" tone="primary" onClick={() => choose("signup")}>
              {texts.getStarted}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
