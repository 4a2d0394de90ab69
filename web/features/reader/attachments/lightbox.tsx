import { Dialog as Base } from "@base-ui/react/dialog";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { attachmentTexts as words } from "#/features/reader/attachments/attachment-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;
const arrow = { ...icon, size: 22, className: "rtl:-scale-x-100" } as const;
const side =
  "size-11! rounded-full! border border-line bg-raised sm:absolute sm:top-1/2 sm:-translate-y-1/2";
const small =
  "grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:size-11";

/** A modal window over the whole page, dark in both themes: a picture has no bright page beside it. */
export function Lightbox(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  details: string;
  saving: { href: string; download: string };
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  children: ReactNode;
}) {
  const { onPrevious, onNext } = props;
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={props.isOpen} onOpenChange={(isNowOpen) => !isNowOpen && props.onClose()}>
      <Base.Portal>
        <Base.Popup
          // Keys typed during the closing animation are meant for the page.
          inert={!props.isOpen}
          // On a phone notifications are above it: see toast-region.tsx.
          data-window
          data-theme="dark"
          initialFocus={close}
          className="fixed inset-0 z-40 flex flex-col bg-sunken pt-[env(safe-area-inset-top)] text-ink outline-none transition-opacity duration-[200ms] data-ending-style:opacity-0 starting:opacity-0"
        >
          <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line ps-5 pe-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="truncate text-ui/5 font-semibold">{props.title}</Base.Title>
              <Base.Description className="text-label text-ink-3 tabular">
                {props.details}
              </Base.Description>
            </div>
            <a
              {...props.saving}
              aria-label={words.download}
              title={words.download}
              className={small}
            >
              <Download {...icon} />
            </a>
            <Base.Close ref={close} aria-label={texts.close} className={small}>
              <X {...icon} />
            </Base.Close>
          </header>
          <div className="relative flex min-h-0 flex-1 flex-col">
            <div className="flex min-h-0 flex-1 flex-col p-4 sm:px-18">{props.children}</div>
            {/* A phone has no space beside the content. */}
            {(onPrevious || onNext) && (
              <div className="flex shrink-0 justify-between px-4 pb-3 sm:contents">
                {onPrevious && (
                  <IconButton
                    label={words.previous}
                    icon={<ChevronLeft {...arrow} />}
                    onClick={onPrevious}
                    className={`${side} sm:start-3`}
                  />
                )}
                {onNext && (
                  <IconButton
                    label={words.next}
                    icon={<ChevronRight {...arrow} />}
                    onClick={onNext}
                    className={`${side} ms-auto sm:end-3`}
                  />
                )}
              </div>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
