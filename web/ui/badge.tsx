import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A short text or number on a colored background; `hue` sets the color, the default is gray. */
export function Badge(props: {
  hue?: number;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center gap-1 rounded-full px-2 text-meta font-medium whitespace-nowrap tabular",
        props.hue === undefined ? "bg-hover text-ink-2" : "chip",
        props.className,
      )}
      style={props.hue === undefined ? undefined : { "--hue": props.hue }}
    >
      {props.icon}
      {props.children}
    </span>
  );
}
