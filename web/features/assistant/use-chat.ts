import type {
  Answer,
  AnswerBlock,
  ChatTurn,
  Citation,
  PlanChip,
} from "@inlet/contract/ai/assistant.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { streamChat } from "#/api/stream-chat.ts";

const chatQuery = queryOptions({
  queryKey: ["assistant"],
  queryFn: ({ signal }) => call("GET /ai/chat", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A question that is being answered, or whose answer failed. */
export interface Pending {
  query: string;
  without: readonly string[];
  accountId: string | null;
  /** The open message: "this email" refers to it. */
  emailId: string | null;
  chips: readonly PlanChip[];
  blocks: readonly AnswerBlock[];
  citations: readonly Citation[];
  hasFailed: boolean;
}

/** Returns the conversation and the pending question. Closing the panel does not cancel a question; signing out does. */
export function useChat(isWanted: boolean) {
  const client = useQueryClient();
  const history = useQuery({ ...chatQuery, enabled: isWanted });
  const [pending, setPending] = useState<Pending | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (
    query: string,
    { accountId, emailId }: Pick<Pending, "accountId" | "emailId">,
    without: readonly string[] = [],
  ): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    const asked: Pending = {
      query,
      without,
      accountId,
      emailId,
      chips: [],
      blocks: [],
      citations: [],
      hasFailed: false,
    };
    setPending(asked);
    try {
      const turn = await answered(asked, stop.signal, (change) =>
        setPending((before) => before && { ...before, ...change(before) }),
      );
      client.setQueryData(chatQuery.queryKey, (before) => ({
        turns: [...(before?.turns ?? []), turn],
      }));
      setPending(null);
    } catch {
      if (stop.signal.aborted) setPending(null);
      else setPending((before) => before && { ...before, blocks: [], hasFailed: true });
    } finally {
      if (running.current === stop) running.current = null;
    }
  };
  return {
    turns: history.data?.turns ?? [],
    hasFailedToLoad: history.isError,
    pending,
    isBusy: pending !== null && !pending.hasFailed,
    ask,
    /** Stops waiting for the answer and returns the question. */
    stop: (): string => {
      running.current?.abort();
      return pending?.query ?? "";
    },
    clear: async (): Promise<void> => {
      running.current?.abort();
      await call("DELETE /ai/chat", {});
      setPending(null);
      client.setQueryData(chatQuery.queryKey, { turns: [] });
    },
  };
}

async function answered(
  { query, without, accountId, emailId }: Pending,
  signal: AbortSignal,
  change: (of: (before: Pending) => Partial<Pending>) => void,
): Promise<ChatTurn> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const input = {
    query,
    without: [...without],
    timeZone,
    ...(accountId && { accountId }),
    ...(emailId && { contextType: "email", emailId }),
  };
  let done: { id: ChatTurn["id"]; answer: Answer } | null = null;
  for await (const event of streamChat(input, signal)) {
    switch (event.kind) {
      case "plan":
        change(() => ({ chips: event.chips }));
        break;
      case "found":
        change(() => ({ citations: event.citations }));
        break;
      case "block":
        change(({ blocks }) => ({ blocks: [...blocks, event.block] }));
        break;
      case "done":
        done = event;
        break;
      case "failed":
        throw new Error(event.message);
    }
  }
  // A connection that was cut ends like a complete one.
  if (!done) throw new Error("The answer was cut off.");
  return { id: done.id, query, askedAt: new Date().toISOString(), answer: done.answer };
}
