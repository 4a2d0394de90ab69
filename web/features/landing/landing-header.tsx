import { limits } from "@inlet/contract/limits.ts";
import { useEffect, useState } from "react";
import { type EntryDialog, LandingMenu } from "#/features/landing/landing-menu.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { useSectionLinks } from "#/features/landing/section-links.ts";
import { StarLink } from "#/features/landing/star-link.tsx";
import { ThemeSwitch } from "#/features/landing/theme-switch.tsx";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Mark } from "#/ui/mark.tsx";

const texts = landingTexts.header;

/** The header: as wide as the page at the top, and a floating pill after 100 px of scrolling. */
export function LandingHeader({ onEntry }: { onEntry: (dialog: EntryDialog) => void }) {
  const isPill = useHasScrolled();
  const links = useSectionLinks();
  return (
    <header className="sticky top-0 z-30 h-16" data-pill={isPill || undefined}>
      <div
        style={{
          "--narrow": `${limits.navbarPercent.mobile}%`,
          "--wide": `${limits.navbarPercent.desktop}%`,
          "--least": `${limits.navbarMinPx}px`,
        }}
        className={cn(
          "mx-auto flex h-16 items-center gap-1 border border-transparent ps-4 pe-3 transition-[width,translate,background-color,border-color,box-shadow,border-radius] duration-[280ms] sm:ps-6 sm:pe-5",
          isPill
            ? "w-(--narrow) translate-y-2.5 rounded-full border-line bg-surface/80 shadow-menu backdrop-blur-md lg:w-(--wide) lg:min-w-(--least)"
            : "w-full rounded-none lg:max-w-312",
        )}
      >
        {/* Top of the page, the target of the logo. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a
          href="#"
          aria-label={texts.home}
          className="flex items-center gap-2.5 rounded-control text-ui font-semibold"
        >
          <Mark />
          {pageTexts.product}
        </a>
        <nav aria-label={texts.sections} className="mx-auto hidden items-center gap-1 lg:flex">
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="rounded-control px-3 py-1.5 text-control font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="ms-auto hidden items-center gap-1 md:flex lg:ms-0">
          <StarLink />
          <ThemeSwitch />
          <Button tone="quiet" onClick={() => onEntry("login")} className="ms-1 h-9">
            {texts.login}
          </Button>
          <Button
            tone="primary"
            onClick={() => onEntry("signup")}
            className="h-9 rounded-full px-4"
          >
            {texts.getStarted}
          </Button>
        </div>
        <div className="ms-auto flex items-center md:hidden">
          <ThemeSwitch />
          <LandingMenu onEntry={onEntry} />
        </div>
      </div>
    </header>
  );
}

function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > limits.navbarShrinkPx);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return hasScrolled;
}
