import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import type { Narrowing } from "#/state/view/mail-view.ts";

/** Filters by properties of a message. */
export const flagFilters = ["isUnread", "isStarred", "hasAttachments"] as const;

/** Returns the names of a list's filters. */
export function namesOf(narrowing: Narrowing): { key: keyof Narrowing; name: string }[] {
  const { priority, category } = narrowing;
  return [
    ...flagFilters
      .filter((flag) => narrowing[flag])
      .map((key) => ({ key, name: listToolsTexts.flags[key] })),
    ...(priority ? [{ key: "priority" as const, name: listToolsTexts.priorities[priority] }] : []),
    ...(category ? [{ key: "category" as const, name: kindTexts.categories[category] }] : []),
  ];
}
