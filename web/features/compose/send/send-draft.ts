import type { Api } from "@inlet/contract/api.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { QueryClient } from "@tanstack/react-query";
import { ApiFailure, call } from "#/api/client.ts";
import { retryUntilOnline } from "#/api/connection.ts";
import { queryKeys } from "#/api/queries.ts";
import { outboxQuery, preferencesQuery } from "#/api/writing-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { again, compose, remove } from "#/features/compose/drafts/composer.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { toastKeyOf, watchOutbox } from "#/features/compose/send/outbox-watch.tsx";
import {
  isSending,
  refuseToSend,
  sendBegins,
  sendEnds,
} from "#/features/compose/send/sending-state.ts";
import {
  draftOfKey,
  forget,
  saveAllDrafts,
  layAside,
  stopSaving,
  takeUp,
} from "#/features/compose/drafts/writing.ts";
import {
  forgetMail,
  handOver,
  storeMail,
  storedMessages,
  markSending,
  takeOut,
  type WaitingMail,
} from "#/features/compose/send/queued-message.ts";
import { hashOf } from "#/lib/hash-of.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { refreshLists } from "#/state/changes/refresh-lists.ts";
import { offerUndo } from "#/state/changes/undo.ts";
import { dropStored } from "#/state/changes/saved-drafts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { currentUserId, waits, waitsNoMore } from "#/state/changes/queued-changes.ts";

type Outgoing = Api["POST /email/send"]["input"];

type Undo = () => void;

interface Sent {
  outboxId: string;
  draft: Draft;
}

export interface SendTexts {
  sent: string;
  failed: string;
}

/**
 * Hands a message over. Resolves to true if it is safely stored, to false if not or if it is being sent already; its draft is
 * kept as it was at that time. The user may close its window in between.
 */
export async function sendDraft(
  client: QueryClient,
  draft: Draft,
  options: {
    texts: SendTexts;
    sendAt?: string;
    /**
     * Further action once the message is safely stored. It reports its result unless the message's own undo is offered. Returns a
     * function that undoes it together with the message.
     */
    onStored?: ((canUndo: boolean) => Undo | undefined) | undefined;
    /** Returns true if its window or card, which shows errors, is open. */
    isShown: () => boolean;
  },
): Promise<boolean> {
  const { key, accountId } = draft;
  if (isSending(key) || accountId === null) return false;
  if (isDueBefore(draft, options.sendAt)) {
    refuseToSend(key, composeTexts.remind.tooEarly);
    return false;
  }
  sendBegins(key);
  // A save after sending would create a draft of the sent message.
  const as = await stopSaving(key);
  const undoSeconds = options.sendAt ? 0 : await undoSecondsOf(client);
  const words = outgoing(draft, accountId);
  const mail: Outgoing = {
    ...words,
    ...(options.sendAt ? { sendAt: options.sendAt } : { undoSeconds }),
    // Sent even if no save was acknowledged: the server may have the draft.
    draftId: as.id,
  };
  const waiting: WaitingMail = {
    key,
    draft,
    as,
    mail,
    idempotencyKey: tryKey(key, words),
    texts: { sent: options.texts.sent, failed: options.texts.failed },
    undoSeconds,
    mayHaveLeft: false,
  };
  // Offline, no server can have been asked: the message can be canceled until one is.
  const isWaiting = !navigator.onLine && (await storeMail(currentUserId(), waiting));
  try {
    const sent = isWaiting ? null : await handOver(waiting);
    sendEnds(key);
    // Its window closes with it.
    forget(key);
    dropStored(as.id);
    const alsoUndo = options.onStored?.(isWaiting || undoSeconds > 0);
    if (sent) notifySent(client, sent, waiting, alsoUndo);
    else waitForConnection(client, waiting, alsoUndo);
    return true;
  } catch (failure) {
    takeUp(draftOfKey(key) ?? draft, { as, isUnsaved: true });
    const reason = sentenceOf(failure, options.texts.failed);
    sendEnds(key, reason);
    if (!options.isShown()) {
      warn(options.texts.failed, {
        label: composeTexts.open,
        onAction: () => compose({ ...(draftOfKey(key) ?? draft), isInReplyDialog: false }),
      });
    }
    return false;
  }
}

/** Reports whether the reminder is due before the message is sent, when there cannot be a reply. */
function isDueBefore({ remindAfter }: Draft, sendAt: string | undefined): boolean {
  if (typeof remindAfter !== "string") return false;
  return Date.parse(remindAfter) <= (sendAt === undefined ? Date.now() : Date.parse(sendAt));
}

/** Continues with the messages that were sent offline before the page was loaded. */
export async function sendWaiting(client: QueryClient): Promise<void> {
  for (const waiting of await storedMessages(currentUserId())) void deliver(client, waiting);
}

function waitForConnection(client: QueryClient, waiting: WaitingMail, alsoUndo?: Undo): void {
  const { key, draft, as } = waiting;
  const owner = currentUserId();
  void deliver(client, waiting, alsoUndo);
  const onAction = async () => {
    if (!(await takeOut(owner, key))) return warn(composeTexts.tooLate);
    waitsNoMore(key);
    alsoUndo?.();
    takeUp(draft, { as, isUnsaved: true });
    compose(draftOfKey(key) ?? draft);
  };
  const action = { label: composeTexts.undo, onAction: () => void onAction() };
  notify(composeTexts.waits, action, { key: `waiting:${key}`, timeoutMs: limits.undoDeleteMs });
}

async function deliver(client: QueryClient, waiting: WaitingMail, alsoUndo?: Undo): Promise<void> {
  const { key, draft, as, texts } = waiting;
  const owner = currentUserId();
  waits(key);
  try {
    const sent = await retryUntilOnline(
      async () => {
        // Until the server responds, the message has not left and can be canceled.
        await call("GET /healthz", {});
        if (currentUserId() !== owner) throw new ApiFailure("session.required", "", 401);
        return (await markSending(owner, key)) ? handOver(waiting) : null;
      },
      () => undefined,
    );
    if (!sent) return waitsNoMore(key);
    await forgetMail(owner, key);
    notifySent(client, sent, waiting, alsoUndo);
  } catch (failure) {
    // The session has ended; the message is sent when its user signs in again.
    if (failure instanceof ApiFailure && failure.code === "session.required") return;
    takeUp(draft, { as, isUnsaved: true });
    saveAllDrafts();
    await forgetMail(owner, key);
    const reason = sentenceOf(failure, "");
    warn(`${texts.failed} ${reason}`.trim(), {
      label: composeTexts.open,
      onAction: () => compose({ ...(draftOfKey(key) ?? draft), isInReplyDialog: false }),
    });
  } finally {
    if (currentUserId() === owner) waitsNoMore(key);
  }
}

/** Cancels a queued message and opens it in the composer; returns false if it has been sent. */
export async function undoSend(
  client: QueryClient,
  mail: { outboxId: string; draft: Draft },
): Promise<boolean> {
  const draft = again(mail.draft);
  if (!(await cancelSend(client, mail.outboxId, draft))) return false;
  compose(draft);
  return true;
}

/**
 * Cancels a queued message and keeps it as this draft; returns false if it has left. The draft is stored before the request: if
 * the response is lost, or this page ends, nothing else may have the text.
 */
export async function cancelSend(
  client: QueryClient,
  outboxId: string,
  draft: Draft,
): Promise<boolean> {
  takeUp(draft, { isUnsaved: true });
  saveAllDrafts();
  try {
    await call("DELETE /email/outbox/{id}", { id: outboxId });
    return true;
  } catch (failure) {
    const hasLeft = failure instanceof ApiFailure && failure.code === "send.too_late";
    if (hasLeft) await remove(draft.key);
    else void layAside(draft.key);
    warn(sentenceOf(failure, composeTexts.tooLate));
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: outboxQuery.queryKey });
  }
}

function notifySent(
  client: QueryClient,
  { id, state }: Api["POST /email/send"]["output"],
  { draft, mail: { sendAt }, undoSeconds, texts }: WaitingMail,
  alsoUndo?: Undo,
): void {
  void client.invalidateQueries({ queryKey: queryKeys.outbox });
  void refreshLists(client, null);
  const mail: Sent = { outboxId: id, draft };
  const options = { texts, sendAt, undoSeconds, hasLeft: state !== "queued" };
  const key = toastKeyOf(mail.outboxId);
  let withdraw = () => undefined as void;
  const undo = async () => {
    withdraw();
    if (!(await undoSend(client, mail))) return;
    alsoUndo?.();
    notify(composeTexts.undone, undefined, { key });
  };
  const action = { label: composeTexts.undo, onAction: () => void undo() };
  if (options.sendAt && options.hasLeft) {
    watchOutbox(mail.outboxId, "");
    return notify(composeTexts.later.hasLeft, undefined, { key });
  }
  if (options.sendAt) {
    withdraw = offerUndo(() => void undo(), Date.parse(options.sendAt));
    return notify(composeTexts.later.scheduled(options.sendAt), action, { key });
  }
  if (options.undoSeconds === 0) {
    watchOutbox(mail.outboxId, "");
    return notify(options.texts.sent, undefined, { key });
  }
  watchOutbox(mail.outboxId, options.texts.sent);
  const timeoutMs = options.undoSeconds * 1000;
  withdraw = offerUndo(() => void undo(), Date.now() + timeoutMs);
  notify(alsoUndo ? composeTexts.sendStartedArchived : composeTexts.sendStarted, action, {
    key,
    timeoutMs,
  });
}

/** Returns the user's choice, or the default if it is unavailable. */
export async function undoSecondsOf(client: QueryClient): Promise<number> {
  try {
    const { preferences } = await client.fetchQuery(preferencesQuery);
    return preferences.undoSeconds;
  } catch (error) {
    if (error instanceof ApiFailure) return limits.undoSecondsDefault;
    throw error;
  }
}

/**
 * The same message sent again has the same key, even on a reloaded page: a lost response never creates two messages. A changed
 * one is a separate message.
 */
function tryKey(draftKey: string, words: Outgoing): string {
  return `${draftKey}.${hashOf(JSON.stringify(words))}`;
}

function outgoing(draft: Draft, accountId: string): Outgoing {
  const cc = draft.cc.trim();
  const bcc = draft.bcc.trim();
  const { html } = draft;
  const shown = draft.attachments.filter(({ cid }) => cid && html?.includes(`cid:${cid}`));
  const attached = draft.attachments.filter((file) => !shown.includes(file) && !file.cid);
  return {
    accountId,
    to: draft.to.trim(),
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    subject: draft.subject.trim(),
    content: draft.content.trim(),
    ...(html !== null && { html }),
    ...(draft.identityId && { identityId: draft.identityId }),
    ...(draft.inReplyTo && { inReplyTo: draft.inReplyTo }),
    ...(draft.forwardOf && { forwardOf: draft.forwardOf }),
    ...(draft.forwardedAttachments.length > 0 && {
      forwardedAttachments: [...draft.forwardedAttachments],
    }),
    ...(attached.length > 0 && { attachments: attached.map(({ id }) => id) }),
    ...(shown.length > 0 && {
      inline: Object.fromEntries(shown.map(({ id, cid }) => [id, cid ?? ""])),
    }),
    ...(draft.requestReceipt && { requestReceipt: true }),
    ...(draft.remindAfter !== null && { remindAfter: draft.remindAfter }),
  };
}
