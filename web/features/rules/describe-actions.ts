import type { RuleActions } from "@inlet/contract/ai/rules.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";

const { does, services } = ruleTexts;

/** Describes a rule's actions, one text each, in their natural order. */
export function describeActions(actions: RuleActions): string[] {
  const { move, folder, label, seen, starred, category, priority, save } = actions;
  return [
    move && does[move],
    folder && does.folder(folder),
    label && does.label(label),
    seen && does.seen,
    starred && does.starred,
    category && does.category(kindTexts.categories[category]),
    priority && does.priority(kindTexts.priorities[priority]),
    save && does.save(services[save]),
  ].filter((part): part is string => Boolean(part));
}
