import { DirectionProvider } from "@base-ui/react/direction-provider";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { isRightToLeft } from "#/lib/direction.ts";
import { type LazyPanel, PanelFrame } from "#/ui/settings/lazy-panel.tsx";

interface Section<Value extends string> {
  value: Value;
  label: string;
  Icon: LucideIcon;
  Panel: LazyPanel;
}

/** Sections with one visible at a time, their names in a column of groups beside it, or only the section. */
export function SectionTabs<Value extends string>(props: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  groups: readonly { title: string; sections: readonly Section<Value>[] }[];
  /** False on a page of one section: the panel keeps its state while the window becomes narrow. */
  hasColumn: boolean;
  /** Replaces the names of the sections, which stay in the page. */
  instead?: ReactNode;
  above?: ReactNode;
  below?: ReactNode;
}) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = column.current?.querySelector(`[aria-selected="true"]`);
    chosen?.scrollIntoView({ block: "nearest" });
  }, [props.value]);
  const sections = props.groups.flatMap((group) => group.sections);
  return (
    <DirectionProvider direction={isRightToLeft(document.documentElement) ? "rtl" : "ltr"}>
      <Base.Root
        value={props.value}
        orientation="vertical"
        // Safe: Base UI returns one of the values given to its tabs.
        onValueChange={(value) => props.onChange(value as Value)}
        className="flex items-start gap-8 lg:gap-12"
      >
        <div
          ref={column}
          hidden={!props.hasColumn}
          className="sticky top-4 -ms-2.5 max-h-[calc(100dvh-9.5rem)] w-52 shrink-0 overflow-y-auto pb-1"
        >
          {props.above}
          {props.instead}
          <div hidden={props.instead !== undefined}>
            <Base.List aria-label={props.label} className="flex flex-col">
              {props.groups.map((group) => (
                <div key={group.title} className="flex flex-col not-first:mt-1.5">
                  {group.title !== "" && (
                    <div
                      aria-hidden="true"
                      className="px-2.5 pt-1 pb-0.5 text-meta font-semibold text-ink-3"
                    >
                      {group.title}
                    </div>
                  )}
                  {group.sections.map(({ value, label, Icon }) => (
                    <Base.Tab key={value} value={value} className={sectionLink}>
                      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                      <span className="min-w-0 truncate">{label}</span>
                    </Base.Tab>
                  ))}
                </div>
              ))}
            </Base.List>
            {props.below}
          </div>
        </div>
        {sections.map(({ value, Panel }) => (
          <Base.Panel key={value} value={value} data-section={value} className={sectionPanel}>
            <PanelFrame Panel={Panel} />
          </Base.Panel>
        ))}
      </Base.Root>
    </DirectionProvider>
  );
}

/** Style of the name of a section in the column. */
export const sectionLink =
  "flex h-7.5 w-full shrink-0 items-center gap-2.5 rounded-control px-2.5 text-start text-control font-medium text-ink-3 transition-colors hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px] data-active:bg-selected data-active:text-ink coarse:h-11";

/** Style of a section, in which a setting that was searched for can be marked. */
const sectionPanel =
  "max-w-180 min-w-0 flex-1 outline-none **:data-found:bg-selected **:data-found:outline-2 **:data-found:-outline-offset-2 **:data-found:outline-accent";
