import type { Api } from "@inlet/contract/api.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { outboxQuery } from "#/api/writing-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { setOutboxOpen } from "#/state/commands/open-dialogs.ts";
import { useSession } from "#/state/session/session.ts";
import { notify, warn } from "#/state/changes/toasts.ts";

type Outgoing = Api["GET /email/outbox/{id}"]["output"];

interface Watched {
  /** Messages sent from this page, with the text to show once the mail server accepts them; "" if it was shown already. */
  mails: Readonly<Record<string, string>>;
}

const useWatched = createPersistedStore<Watched>("inlet-outgoing", { mails: {} });

useSession.subscribe(({ token }) => {
  if (!token) useWatched.setState({ mails: {} });
});

/** Returns the key of a message's toast, which replaces the previous toast of the same message only. */
export function toastKeyOf(outboxId: string): string {
  return `send:${outboxId}`;
}

/** Watches a message until the mail server has accepted it, and reports that. */
export function watchOutbox(id: string, sentText: string): void {
  useWatched.setState(({ mails: messages }) => ({ mails: { ...messages, [id]: sentText } }));
}

/** The result no longer matters. */
export function stopWatching(id: string): void {
  useWatched.setState(({ mails: { [id]: _, ...messages } }) => ({ mails: messages }));
}

/** Reports the result of messages after their window closed, with a link to them. Renders nothing. */
export function OutboxWatch() {
  const { mails: messages } = useWatched();
  const ids = Object.keys(messages);
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: [...queryKeys.outbox, id],
      queryFn: () => call("GET /email/outbox/{id}", { id }),
      staleTime: 0,
    })),
  });
  useEffect(() => {
    for (const [index, { data, error }] of results.entries()) {
      const id = ids[index];
      if (id === undefined) continue;
      if (error) {
        // The state is unknown without a connection.
        if (error instanceof ApiFailure && error.code === "outbox.not_found") stopWatching(id);
      } else if (data) settle(id, data, messages[id] ?? "");
    }
  });
  // Preload the outbox, to have the list ready when it is opened.
  useQuery(outboxQuery);
  return null;
}

function settle(id: string, { state, error }: Outgoing, sentText: string): void {
  switch (state) {
    case "approval":
    case "queued":
    case "sending":
      return;
    case "accepted":
      if (sentText) notify(sentText, undefined, { key: toastKeyOf(id) });
      return stopWatching(id);
    case "cancelled":
      return stopWatching(id);
    case "failed":
    case "unknown":
    case "confirm":
      stopWatching(id);
      warn(
        state === "failed" ? failedBecause(error) : composeTexts.unknown,
        {
          label: composeTexts.open,
          onAction: () => setOutboxOpen(true),
        },
        { key: toastKeyOf(id) },
      );
  }
}

/** Returns only the reason if it states that the email failed; another attempt may be useless. */
function failedBecause(reason: string | null): string {
  const { failed } = composeTexts;
  if (reason === null) return failed;
  const isWhole = reason.startsWith(failed) || /^This (?:email|message) /.test(reason);
  return isWhole ? reason : `${failed} ${reason}`;
}
