import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { openDraft } from "#/features/compose/draft.ts";
import { setComposing } from "#/state/open-dialogs.ts";
import { useSession } from "#/state/session.ts";
import { warn } from "#/state/toasts.ts";

const useWatched = create<{ ids: string[] }>()(
  persist((): { ids: string[] } => ({ ids: [] }), { name: "inlet-outbox" }),
);

useSession.subscribe(({ token }) => {
  if (!token) useWatched.setState({ ids: [] });
});

/** Keeps an eye on a mail until the mail server has taken it. */
export function watchOutbox(id: string): void {
  useWatched.setState(({ ids }) => ({ ids: [...ids.filter((each) => each !== id), id] }));
}

function forget(id: string): void {
  useWatched.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }));
}

/** Tells when a mail could not be sent after its dialog closed, and offers to open it again. Shows nothing itself. */
export function OutboxWatch() {
  const { ids } = useWatched();
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
      if (error) forget(id);
      if (data) settle(id, data);
    }
  }, [ids, results]);
  return null;
}

type Sent = Awaited<ReturnType<typeof call<"GET /email/outbox/{id}">>>;

function settle(id: string, { state, draft }: Sent): void {
  switch (state) {
    case "queued":
    case "sending":
      return;
    case "accepted":
    case "cancelled":
      return forget(id);
    case "failed":
    case "unknown":
      forget(id);
      warn(state === "failed" ? composeTexts.failed : composeTexts.unknown, {
        label: composeTexts.open,
        onAction: () => {
          openDraft({ ...draft, hasCc: draft.cc !== "", hasBcc: draft.bcc !== "" });
          setComposing(true);
        },
      });
  }
}
