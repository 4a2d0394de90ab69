import { useState } from "react";
import { cn } from "#/lib/class-names.ts";
import { hueOf, initialOf } from "#/lib/initials.ts";

const sizes = {
  tiny: "size-5 text-[0.625rem]",
  small: "size-6 text-meta",
  list: "size-7 text-label",
  normal: "size-8 text-control",
  row: "size-9 text-ui",
  large: "size-10 text-ui",
} as const;

/** An initial in a circle whose color depends on the name; decoration beside the name itself. */
export function Avatar(props: {
  name: string;
  /** Shown instead of the name's own initial. */
  initials?: string | undefined;
  /** Replaces the name's own hue if that is too close to another. */
  hue?: number | undefined;
  /** Shown over the initial if it can be loaded. */
  picture?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "person relative inline-grid shrink-0 place-items-center rounded-full font-semibold select-none",
        sizes[props.size ?? "normal"],
        props.className,
      )}
      style={{ "--hue": props.hue ?? hueOf(props.name) }}
    >
      {/* Letters that the name beside it may lack are not its text, but its drawing. */}
      {props.initials === undefined ? (
        initialOf(props.name)
      ) : (
        <span data-initials={props.initials} className="before:content-[attr(data-initials)]" />
      )}
      {props.picture && <Picture key={props.picture} src={props.picture} />}
    </span>
  );
}

function Picture({ src }: { src: string }) {
  const [isLost, setLost] = useState(false);
  return (
    !isLost && (
      <img
        src={src}
        alt=""
        onError={() => setLost(true)}
        className="absolute inset-0 size-full rounded-full object-cover"
      />
    )
  );
}
