import type { Label } from "@inlet/contract/mail/filing.ts";
import { limits } from "@inlet/contract/limits.ts";
import { labelHues } from "#/state/view/labels.ts";
import { Dot } from "#/ui/dot.tsx";

/** Labels as dots, at most three, and the number of further ones; the surrounding element names them. */
export function RowLabels({ labels }: { labels: readonly Label[] }) {
  const rest = labels.length - limits.labelDots;
  return (
    <span
      title={labels.map(({ name }) => name).join(", ")}
      className="flex shrink-0 items-center gap-1"
    >
      {labels.slice(0, limits.labelDots).map(({ name, color }) => (
        <Dot key={name} hue={labelHues[color]} />
      ))}
      {rest > 0 && <span className="text-meta text-ink-3 tabular">+{rest}</span>}
    </span>
  );
}
