import type { ComponentProps } from "react";
import { cn } from "#/lib/class-names.ts";

interface Look {
  tone?: "primary" | "plain" | "quiet" | "danger" | undefined;
  size?: "normal" | "large" | undefined;
}

export interface ButtonProps extends ComponentProps<"button">, Look {
  /** Shows a spinner before the label; the caller changes the label and disables the button. */
  isBusy?: boolean;
}

const tones = {
  primary:
    "bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active disabled:hover:bg-accent",
  plain:
    "border border-line bg-surface text-ink hover:bg-hover active:bg-selected disabled:hover:bg-surface",
  quiet: "text-ink-2 hover:bg-hover hover:text-ink active:bg-selected",
  danger: "bg-danger text-surface hover:brightness-92 active:brightness-85",
} as const;

const sizes = { normal: "h-8 px-3 coarse:h-11", large: "h-10 px-4 coarse:h-11" } as const;

/** A button with a label. */
export function Button({
  tone,
  size,
  isBusy = false,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller submits with it.
      type={type}
      aria-busy={isBusy || undefined}
      className={cn(styleOf({ tone, size }), className)}
      {...rest}
    >
      {isBusy && <Turning />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  tone,
  size,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & Look) {
  return (
    <a {...rest} className={cn(styleOf({ tone, size }), className)}>
      {children}
    </a>
  );
}

function styleOf({ tone = "plain", size = "normal" }: Look): string {
  return cn(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-control text-control font-medium whitespace-nowrap select-none",
    "transition-[background-color,color,scale,opacity] duration-[140ms] active:scale-[.985] active:duration-[80ms]",
    "disabled:pointer-events-none disabled:opacity-55",
    tones[tone],
    sizes[size],
  );
}

/** Spinner for an operation in progress. */
export function Turning() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 animate-turn">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity=".25" />
      <path
        d="M14 8a6 6 0 0 0-6-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
