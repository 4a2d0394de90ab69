import { listThreads, readThread } from "@inlet/contract/mail/threads.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { listConversations, readConversation } from "#/mail/reading/conversation.ts";

/** Routes for mail in conversations. */
export function threadRoutes(api: Api): void {
  const { mail } = api;

  route(api, listThreads, (query, { caller }) => listConversations(mail, caller.userId, query));

  route(api, readThread, ({ threadId }, { caller }) =>
    readConversation(mail, caller.userId, threadId),
  );
}
