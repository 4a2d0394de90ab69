import { listThreads, readThread } from "@inlet/contract/threads.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Mail by conversations. */
export function threadRoutes(api: Api): void {
  const { reading } = api.services;

  route(api, listThreads, (query, { caller }) => reading.threads(caller.userId, query));

  route(api, readThread, ({ threadId }, { caller }) => reading.thread(caller.userId, threadId));
}
