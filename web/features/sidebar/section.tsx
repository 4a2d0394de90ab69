import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "#/lib/class-names.ts";

/** A heading that collapses its content; collapsed content is not in the DOM. */
export function Section(props: { name: string; isOpenAtFirst: boolean; children: ReactNode }) {
  const id = useId();
  const storageKey = `inlet-sidebar-${props.name.toLowerCase()}`;
  const [isOpen, setOpen] = useState(
    () => (localStorage.getItem(storageKey) ?? String(props.isOpenAtFirst)) === "true",
  );
  return (
    <nav aria-label={props.name}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          localStorage.setItem(storageKey, String(!isOpen));
          setOpen(!isOpen);
        }}
        className="flex h-7 w-full items-center gap-1.5 rounded-control px-2.5 text-label font-medium text-ink-3 transition-colors hover:bg-hover hover:text-ink-2 coarse:h-11"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={cn("-ms-0.5 transition-transform", isOpen && "rotate-90")}
        />
        {props.name}
      </button>
      {isOpen && <ul id={id}>{props.children}</ul>}
    </nav>
  );
}
