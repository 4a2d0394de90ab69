import { DirectionProvider } from "@base-ui/react/direction-provider";
import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "#/lib/class-names.ts";
import { isRightToLeft } from "#/lib/direction.ts";

/**
 * Panels with one visible at a time. Their names are in a row above, where the tide line glides below the selected one, or in a
 * column beside them, where it is filled.
 */
export function Tabs<Value extends string>(props: {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[];
  label: string;
  orientation: "horizontal" | "vertical";
}) {
  const isColumn = props.orientation === "vertical";
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[aria-selected="true"]`);
    chosen?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [props.value, isColumn]);
  return (
    <DirectionProvider direction={isRightToLeft(document.documentElement) ? "rtl" : "ltr"}>
      <Base.Root
        value={props.value}
        orientation={props.orientation}
        // Safe: Base UI returns one of the values given to its tabs.
        onValueChange={(value) => props.onChange(value as Value)}
        className={cn(isColumn && "flex items-start gap-8 lg:gap-12")}
      >
        <Base.List
          ref={list}
          aria-label={props.label}
          className={cn(
            isColumn
              ? "sticky top-6 -ms-2.5 flex w-48 shrink-0 flex-col gap-0.5 pt-4"
              : // On a phone it extends to the screen's edges and fades there: hidden tabs can be scrolled to.
                "relative flex gap-5 overflow-x-auto border-b border-line max-sm:-mx-4 max-sm:ltr:mask-l-from-[calc(100%-1rem)] max-sm:ltr:mask-r-from-[calc(100%-2.5rem)] max-sm:rtl:mask-l-from-[calc(100%-2.5rem)] max-sm:rtl:mask-r-from-[calc(100%-1rem)] max-sm:pe-10 max-sm:ps-4",
          )}
        >
          {props.tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={cn(
                "shrink-0 text-control font-medium text-ink-3 transition-colors hover:text-ink focus-visible:outline-offset-[-2px] data-active:text-ink coarse:h-11",
                isColumn
                  ? "h-9 rounded-control px-2.5 text-start hover:bg-hover data-active:bg-selected"
                  : "h-10 rounded-[4px]",
              )}
            >
              {tab.label}
            </Base.Tab>
          ))}
          {!isColumn && (
            // oxlint-disable-next-line sides/logical -- the library measures from the left
            <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-[140ms]" />
          )}
        </Base.List>
        {props.tabs.map((tab) => (
          <Base.Panel key={tab.value} value={tab.value} className="min-w-0 flex-1 outline-none">
            {tab.panel}
          </Base.Panel>
        ))}
      </Base.Root>
    </DirectionProvider>
  );
}
