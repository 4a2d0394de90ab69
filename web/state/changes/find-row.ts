import type { Api } from "@inlet/contract/api.ts";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#/api/queries.ts";
import type { EmailList } from "#/state/changes/merge-list.ts";
import { emailWith } from "#/state/changes/pending-change.ts";
import { usePending } from "#/state/changes/pending-changes.ts";

type EmailAnswer = Api["GET /email/preview/{emailId}"]["output"];

/** Returns a message as a list shows it, to paint its header before its body is loaded. */
export function findRow(client: QueryClient, id: string): EmailRow | undefined {
  const { changes } = usePending.getState();
  const row =
    listedRow(client, id) ?? client.getQueryData<EmailAnswer>([...queryKeys.emails, id])?.email;
  return row && changes.reduce((now, change) => emailWith(now, change), row);
}

function listedRow(client: QueryClient, id: string): EmailRow | undefined {
  for (const [, list] of client.getQueriesData<EmailList>({ queryKey: queryKeys.lists })) {
    for (const { emails } of list?.pages ?? []) {
      const row = emails.find((each) => each.id === id);
      if (row) return row;
    }
  }
  return undefined;
}
