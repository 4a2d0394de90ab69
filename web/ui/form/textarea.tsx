import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "#/lib/class-names.ts";
import { controlClasses } from "#/ui/form/input.tsx";

export interface TextareaProps extends ComponentProps<"textarea"> {
  minHeightPx?: number;
  maxHeightPx: number;
  /** Without border and background: the surroundings are the control. */
  isBare?: boolean;
}

/** A multi-line text field; grows with its text up to `maxHeightPx`. */
export function Textarea({
  minHeightPx = 64,
  maxHeightPx,
  isBare = false,
  className,
  style,
  ...rest
}: TextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Browsers that support field-sizing need no script.
    if (!area.current || CSS.supports("field-sizing", "content")) return;
    area.current.style.height = "auto";
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [rest.value]);
  return (
    <textarea
      ref={area}
      className={cn(
        "field-sizing-content resize-none",
        isBare
          ? "w-full bg-transparent text-ui outline-none coarse:text-[1rem]"
          : cn(controlClasses, "px-3 py-2 coarse:text-[1rem]"),
        className,
      )}
      style={{ minHeight: minHeightPx, maxHeight: maxHeightPx, ...style }}
      {...rest}
    />
  );
}
