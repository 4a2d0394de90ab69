import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import { ChevronsUp, ChevronUp } from "lucide-react";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { Badge } from "#/ui/badge.tsx";

/** Shows the category of a message, once it is known. */
export function CategoryBadge({ category }: { category: Category | null }) {
  return category && <Badge hue={kindHues[category]}>{kindTexts.categories[category]}</Badge>;
}

const icon = { size: 12, strokeWidth: 2 } as const;

/** Shows the priority: high as a word, medium as an icon, low not at all. */
export function PriorityBadge({ priority }: { priority: Priority | null }) {
  if (priority === null || priority === "Low") return null;
  const word = kindTexts.priorities[priority];
  if (priority === "Medium") {
    return (
      <span role="img" aria-label={word} title={word} className="flex h-5 items-center text-ink-3">
        <ChevronUp {...icon} aria-hidden="true" />
      </span>
    );
  }
  return (
    <span className="inline-flex h-5 items-center gap-1 text-meta font-medium whitespace-nowrap text-coral">
      <ChevronsUp {...icon} aria-hidden="true" />
      {/* In a narrow list the sender needs the space. */}
      <span className="@max-xl:sr-only">{word}</span>
    </span>
  );
}
