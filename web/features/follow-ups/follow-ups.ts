import type { Api } from "@inlet/contract/api.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { followUpsQuery } from "#/api/follow-up-queries.ts";
import { queryKeys } from "#/api/queries.ts";
import { followUpTexts } from "#/features/follow-ups/follow-up-texts.ts";
import { comingDate } from "#/lib/dates.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";

type Listed = Api["GET /follow-ups"]["output"];
export type FollowUp = Listed["followUps"][number];
export type UnansweredConversation = Listed["open"][number];

/** Returns the conversations without an answer in the accounts shown; undefined until they are known. */
export function useOpenConversations(
  accountId: string | null,
): readonly UnansweredConversation[] | undefined {
  const { data, isError } = useQuery(followUpsQuery);
  const all = data?.open ?? (isError ? [] : undefined);
  return accountId === null ? all : all?.filter((one) => one.accountId === accountId);
}

/** Postpones the reminders of a conversation, or turns them off; both can be undone. `onReverted` is called then, or on a failure. */
export function useReminders() {
  const client = useQueryClient();
  const choose = async (
    one: UnansweredConversation,
    choice: { putOffUntil?: string; isOff?: boolean },
    onReverted?: () => void,
  ) => {
    const doneText = choice.putOffUntil
      ? followUpTexts.putOff(comingDate(choice.putOffUntil, new Date()))
      : followUpTexts.turnedOff;
    hide(client, one.threadId);
    if (!(await save(client, { threadId: one.threadId, ...choice }))) return onReverted?.();
    notifyUndoable(doneText, () => {
      onReverted?.();
      void save(client, { threadId: one.threadId });
    });
  };
  return {
    putOff: (one: UnansweredConversation, until: Date, onReverted?: () => void) =>
      void choose(one, { putOffUntil: until.toISOString() }, onReverted),
    turnOff: (one: UnansweredConversation, onReverted?: () => void) =>
      void choose(one, { isOff: true }, onReverted),
  };
}

/** Hides it at once; the server's response follows. */
function hide(client: QueryClient, threadId: string): void {
  const withoutIt = <One extends UnansweredConversation>(all: One[]) =>
    all.filter((one) => one.threadId !== threadId);
  client.setQueryData(
    followUpsQuery.queryKey,
    (before) =>
      before && { ...before, followUps: withoutIt(before.followUps), open: withoutIt(before.open) },
  );
}

async function save(
  client: QueryClient,
  choice: Api["PUT /follow-ups/{threadId}"]["input"],
): Promise<boolean> {
  try {
    await call("PUT /follow-ups/{threadId}", choice);
    return true;
  } catch {
    warn(followUpTexts.failed);
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: queryKeys.followUps });
  }
}

const morning = 8;
const monday = 1;

/** Returns the times for a postponed reminder: always in the morning. */
export function putOffTimes(now: Date): { label: string; at: Date }[] {
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
  const untilMonday = (7 + monday - now.getDay()) % 7 || 7;
  return [
    { label: followUpTexts.tomorrow, at: inDays(1) },
    { label: followUpTexts.inThreeDays, at: inDays(3) },
    { label: followUpTexts.nextWeek, at: inDays(untilMonday) },
  ];
}

/** Returns a short name for the correspondents. */
export function nameOf({ name, address, others }: UnansweredConversation): string {
  const first = name || address;
  return others > 0 ? followUpTexts.others(first, others) : first;
}
