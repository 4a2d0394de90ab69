import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import { ChevronUp } from "lucide-react";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { Badge } from "#/ui/badge.tsx";
import { Dot } from "#/ui/dot.tsx";

/** Shows the category of a message, once it is known. */
export function CategoryBadge({ category }: { category: Category | null }) {
  return category && <Badge hue={kindHues[category]}>{kindTexts.categories[category]}</Badge>;
}

/** Shows the category of a message as a dot, once it is known. */
export function CategoryDot({ category }: { category: Category | null }) {
  if (category === null) return null;
  const word = kindTexts.categories[category];
  return (
    <span role="img" aria-label={word} title={word} className="grid size-5 place-items-center">
      <Dot hue={kindHues[category]} size="small" />
    </span>
  );
}

/** Shows the priority: high as a word, medium as an icon, low not at all. */
export function PriorityBadge({ priority }: { priority: Priority | null }) {
  if (priority === null || priority === "Low") return null;
  const word = kindTexts.priorities[priority];
  if (priority === "High") {
    return <span className="text-meta font-semibold text-coral">{word}</span>;
  }
  return (
    <span role="img" aria-label={word} title={word} className="flex h-5 items-center text-ink-3">
      <ChevronUp size={12} strokeWidth={2} aria-hidden="true" />
    </span>
  );
}
