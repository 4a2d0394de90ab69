import { useId } from "react";
import { cn } from "#/lib/class-names.ts";
import { Dot } from "#/ui/dot.tsx";

/** Choice between colors, each shown as a dot. */
export function ColorRadios<Color extends string | null>(props: {
  colors: readonly Color[];
  chosen: Color;
  nameOf: (color: Color) => string;
  /** Returns the hue of a color; undefined is gray, and null is no color, shown as a ring. */
  hueOf: (color: Color) => number | undefined | null;
  dotClassName: string;
  onChange: (color: Color) => void;
}) {
  const name = useId();
  return props.colors.map((color) => {
    const label = props.nameOf(color);
    const hue = props.hueOf(color);
    return (
      <label
        key={label}
        title={label}
        className={cn(
          "relative grid size-8 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-11",
          color === props.chosen ? "bg-selected" : "hover:bg-hover",
        )}
      >
        <input
          type="radio"
          name={name}
          className="absolute inset-0 opacity-0"
          aria-label={label}
          checked={color === props.chosen}
          onChange={() => props.onChange(color)}
        />
        {hue === null ? (
          <span
            className={cn(
              "rounded-full border border-dashed border-line-strong",
              props.dotClassName,
            )}
          />
        ) : (
          <Dot hue={hue} className={props.dotClassName} />
        )}
      </label>
    );
  });
}
