import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { useOpenAfterMount } from "#/lib/use-open-after-mount.ts";

const popup =
  "fixed z-40 flex max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-card border border-line bg-raised text-ink shadow-dialog outline-none " +
  "inset-x-0 top-1/2 mx-auto w-[calc(100vw-2rem)] -translate-y-1/2 " +
  "transition-[opacity,scale,translate] duration-[280ms] data-ending-style:duration-[200ms] data-ending-style:ease-in " +
  "data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:scale-97 data-ending-style:opacity-0 " +
  "max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-h-[min(94dvh,100dvh_-_var(--toast-room,0px))] max-sm:translate-y-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 " +
  // With little height, as at 400 % zoom, everything scrolls: header and actions would leave no space for the body.
  "short:max-h-dvh short:overflow-y-auto short:overscroll-contain " +
  "max-sm:data-starting-style:translate-y-8 max-sm:data-ending-style:translate-y-8";

/** Full screen on a phone, for dialogs that stay open for a while. */
const full =
  "max-sm:h-[calc(100dvh_-_var(--toast-room,0px))] max-sm:max-h-dvh max-sm:rounded-none max-sm:border-t-0 max-sm:pt-[env(safe-area-inset-top)]";

/** Style of a popover beside the button that opened it. */
const popover =
  "fixed z-40 flex flex-col overflow-hidden rounded-menu border border-line bg-raised text-ink shadow-menu outline-none " +
  "top-(--at-top) bottom-(--at-bottom) start-(--at-start) w-80 max-h-[min(28rem,var(--at-height))] " +
  "transition-[opacity,scale] duration-200 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0";

/** Position of a popover in the window, as CSS variables. */
export type Beside = Readonly<
  Record<"--at-top" | "--at-bottom" | "--at-start" | "--at-height", string>
>;

const widths = {
  narrow: "sm:max-w-100",
  normal: "sm:max-w-120",
  wide: "sm:max-w-170",
  broad: "sm:max-w-220",
} as const;

/** A modal dialog; on a phone it slides up from the bottom. It traps the focus and restores it afterwards. */
export function Dialog(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  width?: keyof typeof widths;
  isFullOnPhone?: boolean;
  /** Shows it as a popover at this position. */
  beside?: Beside | null;
  /** `alertdialog` for a question that must be answered. */
  role?: "dialog" | "alertdialog";
  /** Element that receives the initial focus, if not the first control. */
  initialFocus?: React.RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}) {
  const isOpen = useOpenAfterMount(props.isOpen);
  const beside = props.beside ?? undefined;
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={props.onOpenChange}
      disablePointerDismissal={props.role === "alertdialog"}
    >
      <Base.Portal>
        <Base.Backdrop
          className={cn(
            "fixed inset-0 z-40 transition-opacity duration-[280ms] data-ending-style:opacity-0 data-starting-style:opacity-0",
            !beside && "bg-scrim",
          )}
        />
        <Base.Popup
          // Keys typed during the closing animation are meant for the page.
          inert={!isOpen}
          // On a phone notifications are above it: see toast-region.tsx.
          data-window
          role={props.role ?? "dialog"}
          {...(props.initialFocus && { initialFocus: props.initialFocus })}
          style={beside}
          className={
            beside
              ? popover
              : cn(popup, widths[props.width ?? "normal"], props.isFullOnPhone && full)
          }
        >
          <header
            className={cn(
              "flex shrink-0 items-start gap-4 px-5",
              beside ? "pt-3 pb-2" : "pt-4 pb-3",
            )}
          >
            <div className="min-w-0 flex-1">
              <Base.Title
                className={cn(
                  "line-clamp-3 font-semibold wrap-anywhere",
                  beside ? "pt-0.5 text-control" : "text-subject tracking-[-0.012em]",
                )}
              >
                {props.title}
              </Base.Title>
              {props.description && (
                <Base.Description className="mt-0.5 text-control text-ink-3">
                  {props.description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={props.closeLabel}
              className="-mt-0.5 -me-1.5 grid size-8 shrink-0 place-items-center rounded-control text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:-mt-2 coarse:-me-3 coarse:size-11"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Base.Close>
          </header>
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={cn(
        "min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 short:flex-none short:overflow-visible",
        className,
      )}
    />
  );
}

/** The row of actions below, always visible. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3 max-sm:gap-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </footer>
  );
}
