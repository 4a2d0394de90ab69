import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";

/** Percent of the whole width. */
interface Range {
  default: number;
  min: number;
  max: number;
}

const percent = (value: number) => `${value}%`;

/** Two panes side by side with a hairline to drag between them; a double click puts it back. */
export function SplitPane(props: {
  /** Where the browser keeps the chosen widths. */
  storageKey: string;
  start: ReactNode;
  startRange: Range;
  end: ReactNode;
  endRange: Range;
  separatorLabel: string;
}) {
  const kept = keptLayout(props.storageKey);
  return (
    <Group
      orientation="horizontal"
      className="h-full min-h-0"
      {...(kept && { defaultLayout: kept })}
      onLayoutChanged={(layout) => localStorage.setItem(props.storageKey, JSON.stringify(layout))}
    >
      <Panel
        id="start"
        defaultSize={percent(props.startRange.default)}
        minSize={percent(props.startRange.min)}
        maxSize={percent(props.startRange.max)}
        className="min-w-0"
      >
        {props.start}
      </Panel>
      <Separator
        aria-label={props.separatorLabel}
        className="relative w-px bg-line outline-none transition-colors before:absolute before:inset-y-0 before:-inset-x-px before:bg-accent before:opacity-0 before:transition-opacity hover:before:opacity-60 focus-visible:before:opacity-100 data-[separator=active]:before:opacity-100"
      />
      <Panel
        id="end"
        defaultSize={percent(props.endRange.default)}
        minSize={percent(props.endRange.min)}
        maxSize={percent(props.endRange.max)}
        className="min-w-0"
      >
        {props.end}
      </Panel>
    </Group>
  );
}

function keptLayout(key: string): Record<string, number> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!kept || typeof kept !== "object") return undefined;
    const sizes = Object.entries(kept);
    if (!sizes.every(([, size]) => typeof size === "number")) return undefined;
    // Safe: every value has just been seen to be a number.
    return Object.fromEntries(sizes) as Record<string, number>;
  } catch {
    // What was kept is not JSON: the widths start anew.
    return undefined;
  }
}
