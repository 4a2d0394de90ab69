import type { Label } from "@inlet/contract/filing.ts";
import { labelHues } from "#/state/labels.ts";
import { Dot } from "#/ui/dot.tsx";

const dotsShown = 3;

/** Labels as dots, at most three of them and how many more there are; whatever stands around them names them. */
export function RowLabels({ labels }: { labels: readonly Label[] }) {
  const rest = labels.length - dotsShown;
  return (
    <span
      title={labels.map(({ name }) => name).join(", ")}
      className="flex shrink-0 items-center gap-1"
    >
      {labels.slice(0, dotsShown).map(({ name, color }) => (
        <Dot key={name} hue={labelHues[color]} />
      ))}
      {rest > 0 && <span className="text-meta text-ink-3 tabular">+{rest}</span>}
    </span>
  );
}
