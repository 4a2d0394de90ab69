import { cn } from "#/lib/class-names.ts";

/** A small dot; `hue` sets the color, the default is gray. */
export function Dot({ hue, className }: { hue: number | undefined; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "size-2 shrink-0 rounded-full",
        hue === undefined ? "bg-line-strong" : "hue-dot",
        className,
      )}
      style={hue === undefined ? undefined : { "--hue": hue }}
    />
  );
}
