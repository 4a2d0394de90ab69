import type { Category, Priority } from "@inlet/contract/email.ts";
import { ChevronsUp, ChevronUp } from "lucide-react";
import { kindTexts } from "#/state/kind-texts.ts";
import { Badge } from "#/ui/badge.tsx";

const hues: Record<Category, number> = {
  Work: 255,
  Personal: 155,
  Finance: 85,
  Social: 310,
  Promotions: 45,
  Updates: 210,
  Spam: 25,
};

/** What kind of mail it is, once that is known. */
export function CategoryBadge({ category }: { category: Category | null }) {
  return category && <Badge hue={hues[category]}>{kindTexts.categories[category]}</Badge>;
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
      {kindTexts.priorities[priority]}
    </Badge>
  );
}
