import type { Turn } from "@inlet/contract/mail/email.ts";
import type { Split } from "@inlet/contract/mail/settings.ts";
import { splitTexts } from "#/texts/shared/split-texts.ts";
import type { Narrowing } from "#/state/view/mail-view.ts";

/** A part of the inbox with its own tab. */
export interface InboxPart {
  id: string;
  name: string;
  narrowing: Narrowing;
}

/** Returns the default parts and those that the user added. */
export function inboxParts(own: readonly Split[]): InboxPart[] {
  return [
    { id: "all", name: splitTexts.all, narrowing: {} },
    { id: "important", name: splitTexts.important, narrowing: { isImportant: true } },
    { id: "reply", name: splitTexts.reply, narrowing: { followUp: "you-owe" } },
    { id: "waiting", name: splitTexts.waiting, narrowing: { followUp: "they-owe" } },
    ...own.map((split) => ({ id: split.id, name: split.name, narrowing: narrowingOf(split) })),
    { id: "other", name: splitTexts.other, narrowing: { isImportant: false } },
  ];
}

function narrowingOf(split: Split): Narrowing {
  switch (split.kind) {
    case "label":
      return { label: split.value };
    case "sender":
      return { from: split.value };
    case "category":
      return { category: split.value };
    case "turn":
      return narrowingOfTurn(split.value);
  }
}

/** Selects the same conversations as the default parts "Needs reply" and "Waiting". */
function narrowingOfTurn(turn: Turn): Narrowing {
  switch (turn) {
    case "reply":
      return { followUp: "you-owe" };
    case "waiting":
      return { followUp: "they-owe" };
    case "fyi":
      return { turn };
  }
}
