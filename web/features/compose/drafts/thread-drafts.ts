import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { draftsQuery, identitiesQuery } from "#/api/writing-queries.ts";
import type { SavedAs } from "#/features/compose/drafts/draft-saver.ts";
import { type Draft, draftOf, isBlank, ownText } from "#/features/compose/drafts/draft.ts";
import { isForgotten, useWriting } from "#/features/compose/drafts/writing.ts";
import { signatureOf } from "#/features/compose/recipients/use-senders.ts";
import { withoutSignature } from "#/features/compose/editor/signature.ts";
import { replySubject } from "#/features/compose/replies/reply-subject.ts";
import { useSending } from "#/features/compose/send/sending-state.ts";
import { useDraftThreads } from "#/state/view/draft-threads.ts";
import { findRow } from "#/state/changes/find-row.ts";

type SavedDraft = Api["GET /email/drafts"]["output"]["drafts"][number];

/** A begun answer of a conversation. */
export interface ThreadDraft {
  words: string;
  draft: Draft;
  /** Set if only the server has it; otherwise it is being written on this page. */
  as?: SavedAs;
}

/** Returns the drafts that belong to a conversation; `emails` are its messages. */
export function useThreadDrafts(
  threadId: string,
  emails: readonly { id: string; subject: string }[],
): ThreadDraft[] {
  const { data: stored = [] } = useQuery(draftsQuery);
  const { data: identities = [] } = useQuery(identitiesQuery);
  const drafts = useWriting((writing) => writing.drafts);
  const sending = useSending(({ keys }) => keys);
  const answeredBy = ({ inReplyTo }: { inReplyTo: string | null }) =>
    emails.find(({ id }) => id === inReplyTo);
  const onPage = new Set(
    Object.values(drafts)
      .filter(({ key }) => !isForgotten(key))
      .map(({ id }) => id),
  );
  return [
    ...answersOf(drafts)
      .filter((draft) => answeredBy(draft) && !sending.includes(draft.key))
      .map((draft) => ({ words: beginning(ownText(draft)), draft })),
    ...stored
      .filter((each) => each.threadId === threadId && !onPage.has(each.id))
      .map((saved) => {
        const draft = draftOfSaved(saved, signatureOf(identities, saved), answeredBy(saved));
        const as = { id: saved.id, revision: saved.revision };
        return { words: beginning(ownText(draft)), draft, as };
      }),
  ];
}

/** Returns a draft of the server with what only a page knows: the signature in its text, and whether the reply card shows it. */
export function draftOfSaved(
  saved: SavedDraft,
  signature: string,
  answered: { subject: string } | undefined,
): Draft {
  const hasSignature = withoutSignature(saved.content, signature) !== saved.content;
  return {
    ...draftOf(saved),
    signature: hasSignature ? signature : "",
    // The card does not show another subject, a Bcc or the request of a receipt.
    isInReplyDialog:
      answered !== undefined &&
      saved.subject === replySubject(answered.subject) &&
      saved.bcc === "" &&
      !saved.requestReceipt,
  };
}

/** Marks the conversations with a draft in all lists. */
export function useDraftMarks(): void {
  const client = useQueryClient();
  const { data: stored } = useQuery({ ...draftsQuery, select: threadsOf });
  // As text, to stay the same while the user types.
  const answered = useWriting(({ drafts }) =>
    answersOf(drafts)
      .map(({ inReplyTo }) => inReplyTo)
      .join(" "),
  );
  useEffect(() => {
    const here = answered.split(" ").map((id) => findRow(client, id)?.threadId);
    useDraftThreads.setState({
      ids: new Set([...here, ...(stored ?? [])].filter((id) => id !== undefined)),
    });
  }, [client, answered, stored]);
}

/** Returns the conversations with a draft, also of another mail client. */
function threadsOf({ drafts, unopened }: Api["GET /email/drafts"]["output"]) {
  return [...drafts, ...unopened].map(({ threadId }) => threadId);
}

/** Returns the answers among the drafts on this page that contain something. */
function answersOf(drafts: Readonly<Record<string, Draft>>): Draft[] {
  return Object.values(drafts).filter(
    (draft) => draft.inReplyTo !== null && !isBlank(draft) && !isForgotten(draft.key),
  );
}

/** Returns up to 200 characters from the beginning of a text, in one line. */
function beginning(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(0, 200);
}
