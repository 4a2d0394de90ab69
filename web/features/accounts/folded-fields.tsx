import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "#/lib/class-names.ts";

/** Fields below a heading that shows and hides them. They keep their values while they are hidden. */
export function FoldedFields(props: {
  label: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  const { isOpen } = props;
  const id = useId();
  return (
    <div className={props.className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => props.onToggle(!isOpen)}
        className="-mx-1.5 flex h-8 items-center gap-1.5 rounded-control px-1.5 text-control font-medium text-ink-2 transition-colors hover:text-ink coarse:h-11"
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={cn("transition-transform", isOpen ? "rotate-90" : "rtl:rotate-180")}
        />
        {props.label}
      </button>
      <div id={id} hidden={!isOpen} className={cn(isOpen && "mt-2 flex flex-col gap-4")}>
        {props.children}
      </div>
    </div>
  );
}
