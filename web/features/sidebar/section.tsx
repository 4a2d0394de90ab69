import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "#/lib/class-names.ts";

/** Returns whether a section is open, and a function that changes it. */
export function useOpenState(name: string, isOpenAtFirst: boolean) {
  const storageKey = `inlet-sidebar-${name.toLowerCase()}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey));
  const setOpen = (isOpen: boolean) => {
    localStorage.setItem(storageKey, String(isOpen));
    setChosen(String(isOpen));
  };
  return [chosen === null ? isOpenAtFirst : chosen === "true", setOpen] as const;
}

/** A heading that collapses its content; collapsed content is not in the DOM. */
export function Section(props: { name: string; isOpenAtFirst: boolean; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useOpenState(props.name, props.isOpenAtFirst);
  return (
    <nav aria-label={props.name}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
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
