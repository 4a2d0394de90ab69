import { type ReactNode, useEffect, useRef } from "react";
import { Cross } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { quietButton } from "#/features/landing/theme-switch.tsx";

/** A modal dialog based on the browser's own: the app's component is too large for this page. */
export function Modal(props: {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (props.isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [props.isOpen]);
  return (
    // By keys Escape and the button close it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={props.label}
      onClose={props.onClose}
      onClick={(event) => {
        // A click on the backdrop is an event of the dialog too.
        if (event.target === dialog.current) props.onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-100 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface shadow-dialog transition-[opacity,scale] duration-[280ms] starting:scale-97 starting:opacity-0"
    >
      <div className="relative px-6 pt-7 pb-6 sm:px-8 sm:pt-8">
        <button
          type="button"
          aria-label={landingTexts.dialogs.close}
          onClick={props.onClose}
          className={`${quietButton} absolute end-3 top-3`}
        >
          <Cross />
        </button>
        {props.isOpen && props.children}
      </div>
    </dialog>
  );
}
