import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

/** Panels of which one is shown; the tide line glides below the tab that is. */
export function Tabs<Value extends string>(props: {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[];
  label: string;
}) {
  return (
    <Base.Root
      value={props.value}
      // Safe: Base UI hands back one of the values given to its tabs.
      onValueChange={(value) => props.onChange(value as Value)}
    >
      <Base.List
        aria-label={props.label}
        className="relative flex gap-5 overflow-x-auto border-b border-line"
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 rounded-[4px] text-control font-medium text-ink-3 transition-colors hover:text-ink focus-visible:outline-offset-[-2px] data-active:text-ink coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-[140ms]" />
      </Base.List>
      {props.tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-none">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
