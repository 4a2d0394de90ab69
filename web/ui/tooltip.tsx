import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "#/ui/kbd.tsx";

type Side = "top" | "right" | "bottom" | "left";

/** Gives all tooltips inside one delay: the first opens after `delayMs`, the next at once within `skipMs`. */
export function TooltipProvider(props: { delayMs: number; skipMs: number; children: ReactNode }) {
  return (
    <Base.Provider delay={props.delayMs} timeout={props.skipMs}>
      {props.children}
    </Base.Provider>
  );
}

/** Explains the one element inside while the pointer rests on it or it has the focus. */
export function Tooltip(props: {
  label: ReactNode;
  shortcut?: string | undefined;
  side?: Side | undefined;
  children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner side={props.side ?? "bottom"} sideOffset={6} className="z-50">
          <Base.Popup className="flex max-w-64 origin-(--transform-origin) items-center gap-2 rounded-control bg-ink px-2 py-1 text-label font-medium text-surface shadow-menu transition-[opacity,scale] duration-[140ms] data-ending-style:scale-97 data-ending-style:opacity-0 data-instant:duration-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            {props.label}
            {props.shortcut && <Kbd isInverse>{props.shortcut}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
