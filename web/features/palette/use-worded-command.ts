import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useState } from "react";
import { countQuery } from "#/api/matching.ts";
import { type ListQuery, searchQuery } from "#/api/queries.ts";
import { iconOf } from "#/features/palette/command-icons.ts";
import { countedEmails } from "#/features/palette/counted-emails.ts";
import type { Answer } from "#/features/palette/entries.tsx";
import { paletteTexts } from "#/features/palette/palette-texts.ts";
import {
  type WordedAction,
  type WordedCommand,
  wordedCommand,
} from "#/features/palette/worded-command.ts";
import { comingDate } from "#/lib/dates.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { mailAction } from "#/state/changes/mail-actions.ts";
import { withChanges } from "#/state/changes/with-changes.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { canSnooze, snoozeCurrent } from "#/state/commands/snooze-current.ts";
import { useAccounts } from "#/state/view/active-account.ts";

const debounceMs = 200;

/** Returns the command that the words mean with their arguments; an action on many messages once they are counted. */
export function useWordedCommand(words: string): Answer | null {
  const [now] = useState(() => new Date());
  const client = useQueryClient();
  const { accounts = [], activeId } = useAccounts();
  const command = wordedCommand(words, now);
  const query = command?.kind === "file" ? command.query : "";
  const settled = useDebounced(query, debounceMs);
  const list: ListQuery = { folder: "", accountId: null, query: settled };
  const isCounted = query !== "" && settled === query;
  const counted = useQuery({ ...countQuery(list), enabled: isCounted });
  const found = useQuery({ ...searchQuery(settled), enabled: isCounted });
  if (command?.kind === "snooze") return ofSnooze(command, now);
  if (command?.kind !== "file") return null;
  const { change, doneText } = mailAction(command.action);
  const { count, detail, isDisabled } = countedEmails({
    answer: isCounted ? counted.data : undefined,
    hasFailed: isCounted && counted.isError,
    // The list may show one account, but the command covers all of them.
    isBeyondList: accounts.length > 1 && activeId !== null,
  });
  return {
    key: "worded",
    text: asTitle(words),
    detail,
    icon: iconOf(commandOf(command.action)),
    at: [],
    isDisabled,
    run: () => {
      // Messages that the page shows leave at once; the server changes all of them.
      const ids = new Set((found.data?.results ?? []).map(({ id }) => id));
      withChanges(({ changeEmails }) =>
        changeEmails(client, { target: { ids, all: list }, change, doneText: doneText(count) }),
      );
    },
  };
}

function ofSnooze({ until }: Extract<WordedCommand, { kind: "snooze" }>, now: Date): Answer | null {
  if (!canSnooze()) return null;
  return {
    key: "worded",
    text: paletteTexts.snoozeUntil(comingDate(until.toISOString(), now)),
    icon: Clock,
    at: [],
    run: () => snoozeCurrent(until),
  };
}

function commandOf(action: WordedAction): CommandId {
  if (action === "trash") return "remove";
  return action === "unstar" ? "star" : action;
}

function asTitle(words: string): string {
  const plain = words.trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
