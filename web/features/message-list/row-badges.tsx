import type { Category, Priority } from "@inlet/contract/email.ts";
import { ChevronsUp, ChevronUp } from "lucide-react";
import { kindTexts } from "#/state/kind-texts.ts";
import { kindHues } from "#/state/kind-hues.ts";
import { Badge } from "#/ui/badge.tsx";

/** What kind of mail it is, once that is known. */
export function CategoryBadge({ category }: { category: Category | null }) {
  return category && <Badge hue={kindHues[category]}>{kindTexts.categories[category]}</Badge>;
}

/** How urgent it is; low priority says nothing. */
export function PriorityBadge({ priority }: { priority: Priority | null }) {
  if (priority === null || priority === "Low") return null;
  const Icon = priority === "High" ? ChevronsUp : ChevronUp;
  return (
    <Badge
      className={priority === "High" ? "bg-transparent text-coral" : "bg-transparent"}
      icon={<Icon size={12} strokeWidth={2} aria-hidden="true" />}
    >
      {/* In a narrow list the words of the subject are worth more than that of a middling priority. */}
      <span className={priority === "High" ? undefined : "@max-md:sr-only"}>
        {kindTexts.priorities[priority]}
      </span>
    </Badge>
  );
}
