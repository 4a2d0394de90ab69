import type { Api } from "@inlet/contract/api.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { draftsQuery } from "#/api/writing-queries.ts";
import { type Draft, isBlank, ownText } from "#/features/compose/drafts/draft.ts";
import { isForgotten, useWriting } from "#/features/compose/drafts/writing.ts";
import { senderOf, useSenders } from "#/features/compose/recipients/use-senders.ts";
import { withoutSignature } from "#/features/compose/editor/signature.ts";
import { useSending } from "#/features/compose/send/sending-state.ts";
import { useDraftThreads } from "#/state/view/draft-threads.ts";
import { findRow } from "#/state/changes/find-row.ts";

export type SavedDraft = Api["GET /email/drafts"]["output"]["drafts"][number];

/** A begun answer of a conversation: being written on this page, or stored on the server only. */
export type ThreadDraft = { id: string; words: string } & (
  | { draft: Draft; saved?: undefined }
  | { saved: SavedDraft; draft?: undefined }
);

/** Returns the drafts that belong to a conversation; `emailIds` are its messages. */
export function useThreadDrafts(threadId: string, emailIds: readonly string[]): ThreadDraft[] {
  const { data: stored = [] } = useQuery(draftsQuery);
  const { senders } = useSenders();
  const drafts = useWriting((writing) => writing.drafts);
  const sending = useSending(({ keys }) => keys);
  const here = answersOf(drafts).filter(({ inReplyTo }) => emailIds.includes(inReplyTo ?? ""));
  const onPage = new Set(
    Object.values(drafts)
      .filter(({ key }) => !isForgotten(key))
      .map(({ id }) => id),
  );
  return [
    ...here
      .filter(({ key }) => !sending.includes(key))
      .map((draft) => ({ id: draft.id, words: beginning(ownText(draft)), draft })),
    ...stored
      .filter((each) => each.threadId === threadId && !onPage.has(each.id))
      .map((saved) => {
        const signature = senderOf(senders, saved)?.signature ?? "";
        return {
          id: saved.id,
          words: beginning(withoutSignature(saved.content, signature)),
          saved,
        };
      }),
  ];
}

/** Marks the conversations with a begun answer in all lists. */
export function useDraftMarks(): void {
  const client = useQueryClient();
  const { data: stored } = useQuery(draftsQuery);
  // As text, to stay the same while the user types.
  const answered = useWriting(({ drafts }) =>
    answersOf(drafts)
      .map(({ inReplyTo }) => inReplyTo)
      .join(" "),
  );
  useEffect(() => {
    const here = answered.split(" ").map((id) => findRow(client, id)?.threadId);
    const there = stored?.map(({ threadId }) => threadId) ?? [];
    useDraftThreads.setState({
      ids: new Set([...here, ...there].filter((id) => id !== undefined)),
    });
  }, [client, answered, stored]);
}

/** Removes a draft from the known ones, before the server reports that it is gone. */
export function dropStored(client: QueryClient, id: string): void {
  client.setQueryData(
    draftsQuery.queryKey,
    (known) => known && { ...known, drafts: known.drafts.filter((draft) => draft.id !== id) },
  );
}

/** Returns the answers among the drafts on this page that contain something. */
function answersOf(drafts: Readonly<Record<string, Draft>>): Draft[] {
  return Object.values(drafts).filter(
    (draft) => draft.inReplyTo !== null && !isBlank(draft) && !isForgotten(draft.key),
  );
}

/** Returns the first words in one line. */
function beginning(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(0, 200);
}
