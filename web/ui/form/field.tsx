import { type ReactNode, useId } from "react";
import { cn } from "#/lib/class-names.ts";

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
}

/** A control with label and hint; the attributes that link them are passed to the control. */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  isLabelHidden?: boolean;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", props.className)}>
      <label
        htmlFor={id}
        className={cn("text-control font-medium text-ink-2", props.isLabelHidden && "sr-only")}
      >
        {props.label}
      </label>
      {props.children({ id, "aria-describedby": props.hint ? hintId : undefined })}
      {props.hint && (
        <div id={hintId} className="text-label text-ink-3">
          {props.hint}
        </div>
      )}
    </div>
  );
}
