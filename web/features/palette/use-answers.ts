import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mail, Search, UserRound } from "lucide-react";
import { useState } from "react";
import { searchQuery } from "#/api/queries.ts";
import { recipientsQuery } from "#/api/writing-queries.ts";
import { type Answer, type Entry, useEntries, type WriteTo } from "#/features/palette/entries.tsx";
import { hitIn } from "#/features/palette/hit-in.ts";
import { hasWholeWord, match } from "#/features/palette/match.ts";
import { paletteTexts } from "#/features/palette/palette-texts.ts";
import { recents } from "#/features/palette/recents.ts";
import { useWordedCommand } from "#/features/palette/use-worded-command.ts";
import { resultDate } from "#/lib/dates.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import type { PaletteScope } from "#/state/commands/open-dialogs.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { isOfEmail } from "#/features/palette/is-of-email.ts";

export interface Section {
  title: string;
  answers: readonly Answer[];
}

const debounceMs = 120;
/** Few enough to leave mail in sight below them. */
const maxLocal = 7;
const maxRecent = 5;
const maxEmails = 5;
const maxPeople = 4;

/** Returns the entries that match the words: local ones immediately, emails and contacts once the server has found them. */
export function useAnswers(
  words: string,
  { scope, onWriteTo }: { scope: PaletteScope; onWriteTo: WriteTo },
): Section[] {
  const entries = useEntries(scope, onWriteTo);
  const [used] = useState(recents);
  const there = useThere(words.trim(), { isWanted: scope === "everything", onWriteTo });
  const worded = useWordedCommand(scope === "everything" ? words : "");
  const here = words.trim() ? matching(entries, words, used) : unasked(entries, used, scope);
  const local = worded ? withFirstAction(here, worded) : here;
  return [...local, ...there].filter(({ answers }) => answers.length > 0);
}

/** Returns the sections with an action before all others. */
function withFirstAction(sections: readonly Section[], action: Answer): Section[] {
  const { actions: title } = paletteTexts;
  const actions = sections.find((section) => section.title === title)?.answers ?? [];
  const others = sections.filter((section) => section.title !== title);
  return [{ title, answers: [action, ...actions] }, ...others];
}

/** Returns the entries shown without input: recently used ones, then the commands available here. */
function unasked(
  entries: readonly Entry[],
  used: readonly string[],
  scope: PaletteScope,
): Section[] {
  const plain = entries.map((entry) => ({ ...entry, at: [] }));
  if (scope === "labels") return [{ title: paletteTexts.results, answers: plain }];
  const recent = used
    .flatMap((key) => plain.filter((entry) => entry.key === key))
    .slice(0, maxRecent);
  const rest = plain.filter((entry) => !recent.includes(entry));
  const now = rest
    .filter(({ command }) => command && isOfEmail(command))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  return [
    { title: paletteTexts.recent, answers: recent },
    { title: paletteTexts.now, answers: now },
    ...grouped(rest.filter((entry) => !now.includes(entry))),
  ];
}

/** Divides entries into actions and destinations; the group of the first entry comes first. */
function grouped(answers: readonly Answer[]): Section[] {
  const actions = answers.filter(({ isDestination }) => isDestination !== true);
  const goTo = answers.filter(({ isDestination }) => isDestination === true);
  const sections = [
    { title: paletteTexts.actions, answers: actions },
    { title: paletteTexts.goTo, answers: goTo },
  ];
  return answers[0]?.isDestination === true ? sections.toReversed() : sections;
}

/** The most frequent commands come first. */
const often = [
  ...(["archive", "reply", "replyAll", "forward", "snooze", "label", "move"] as const),
  ...(["star", "remove", "spam", "unread"] as const),
];

function rankOf({ command }: Entry): number {
  const at = often.findIndex((id) => id === command);
  return at < 0 ? often.length : at;
}

function matching(entries: readonly Entry[], words: string, used: readonly string[]): Section[] {
  const answers = entries.flatMap((entry) => {
    const byName = match(words, entry.text);
    const byWords = byName ?? match(words, `${entry.text} ${entry.also ?? ""}`);
    if (!byWords) return [];
    // Sign out only on a whole word: a prefix such as “sig” must not select it.
    const all = `${entry.text} ${entry.also ?? ""}`;
    if (entry.command === "signOut" && !hasWholeWord(words, all)) return [];
    const place = used.indexOf(entry.key);
    const habit = place < 0 ? 0 : 30 - place * 2;
    const score = byWords.score + habit - (byName ? 0 : 40);
    const { isGuess } = byWords;
    return [{ score, isGuess, answer: { ...entry, at: byName?.at ?? [] } }];
  });
  const found = answers.filter(({ isGuess }) => !isGuess);
  const best = (found.length > 0 ? found : answers)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxLocal);
  return grouped(best.map(({ answer }) => answer));
}

/** Returns results that only the server can find. */
function useThere(words: string, options: { isWanted: boolean; onWriteTo: WriteTo }): Section[] {
  const place = useMailPlace();
  const settled = useDebounced(options.isWanted ? words : "", debounceMs);
  const messages = useQuery({ ...searchQuery(settled), placeholderData: keepPreviousData });
  const people = useQuery({
    ...recipientsQuery(settled),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
  });
  if (!options.isWanted || words.length < 2) return [];
  const isSettled = settled !== "";
  const found = (isSettled && messages.data ? messages.data.results.slice(0, maxEmails) : []).map(
    (mail): Answer => {
      const sender = mail.fromName[0] || mail.fromAddress[0] || paletteTexts.unknownSender;
      return {
        key: `email ${mail.id}`,
        ...hitIn(mail, words),
        detail: sender,
        when: resultDate(mail.emailDate, new Date()),
        icon: Mail,
        run: () => place.openEmail(mail.id),
      };
    },
  );
  const known = (isSettled && people.data ? people.data.slice(0, maxPeople) : []).map(
    ({ name, address }): Answer => ({
      key: `person ${address}`,
      text: paletteTexts.writeTo(name || address),
      ...(name && { detail: address }),
      icon: UserRound,
      at: [],
      run: () =>
        options.onWriteTo(name ? `"${name.replaceAll(/["\\]/g, "")}" <${address}>` : address),
    }),
  );
  const all: Answer = {
    key: "search",
    text: paletteTexts.searchAll(words),
    icon: Search,
    at: [],
    run: () => void place.goTo({ kind: "search", query: words }),
  };
  return [
    { title: paletteTexts.emails, answers: [...found, all] },
    { title: paletteTexts.people, answers: known },
  ];
}
