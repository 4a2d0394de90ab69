import type { Api } from "@inlet/contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { draftOf } from "#/features/compose/draft.ts";
import { watchOutbox } from "#/features/compose/outbox-watch.tsx";
import { takeBack } from "#/features/compose/send-draft.ts";

type Letter = Api["GET /email/approvals"]["output"]["approvals"][number];

/** Takes a program's letter out of its hands and opens it for writing; false when it has left. */
export async function editProgramsMail(client: QueryClient, letter: Letter): Promise<boolean> {
  return takeBack(client, { outboxId: letter.id, draft: draftOf(letter.draft) });
}

/** Keeps an eye on a letter that was approved, until the mail server has it. */
export function watchProgramsMail(id: string): void {
  watchOutbox(id, composeTexts.sent);
}
