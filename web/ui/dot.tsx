import { cn } from "#/lib/class-names.ts";

/** A small dot; `hue` sets the color, the default is gray. */
export function Dot(props: {
  hue: number | undefined;
  size?: "small" | "normal";
  className?: string;
}) {
  const { hue, size = "normal" } = props;
  return (
    <span
      aria-hidden="true"
      className={cn(
        "shrink-0 rounded-full",
        size === "small" ? "size-1.5" : "size-2",
        hue === undefined ? "bg-line-strong" : "hue-dot",
        props.className,
      )}
      style={hue === undefined ? undefined : { "--hue": hue }}
    />
  );
}
