import type { ComponentProps, ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { Tooltip } from "#/ui/tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** The name, for the tooltip and for assistive technology. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
  side?: "top" | "bottom";
  size?: "small" | "normal";
}

/** A button with only an icon; its name is in the tooltip. */
export function IconButton({
  label,
  icon,
  shortcut,
  side,
  size = "normal",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={side}>
      <button
        // oxlint-disable-next-line react/button-has-type -- "button" unless the caller submits with it.
        type={type}
        aria-label={label}
        className={cn(
          "inline-grid shrink-0 place-items-center rounded-control text-ink-2 select-none hover:bg-hover hover:text-ink active:scale-95",
          "transition-[background-color,color,scale] duration-[140ms] active:duration-[80ms]",
          "disabled:pointer-events-none disabled:opacity-45 aria-pressed:text-ink",
          size === "small" ? "size-7 coarse:size-11" : "size-8 coarse:size-11",
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
