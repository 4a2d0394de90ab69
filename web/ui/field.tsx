import { Field as Base } from "@base-ui/react/field";
import type { ReactElement, ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A labelled control; the control is the one element inside. */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  isLabelHidden?: boolean;
  className?: string | undefined;
  children: ReactElement;
}) {
  return (
    <Base.Root className={cn("flex flex-col gap-1.5", props.className)}>
      <Base.Label
        className={cn("text-control font-medium text-ink-2", props.isLabelHidden && "sr-only")}
      >
        {props.label}
      </Base.Label>
      <Base.Control render={props.children} />
      {props.hint && (
        <Base.Description className="text-label text-ink-3">{props.hint}</Base.Description>
      )}
    </Base.Root>
  );
}
