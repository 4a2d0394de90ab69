import type { Api } from "@inlet/contract/api.ts";
import type { EmailRow } from "@inlet/contract/email.ts";
import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { type EmailPage, queryKeys } from "#/api/queries.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { warn } from "#/state/toasts.ts";

type EmailAnswer = Api["GET /email/preview/{emailId}"]["output"];

export interface FlagChange {
  seen?: boolean;
  starred?: boolean;
}

const flagNames = { seen: String.raw`\Seen`, starred: String.raw`\Flagged` } as const;

/** Whether a mail has been read, and whether it carries a star. */
export function flagsOf(email: Pick<EmailRow, "flags">): { isSeen: boolean; isStarred: boolean } {
  return {
    isSeen: email.flags.includes(flagNames.seen),
    isStarred: email.flags.includes(flagNames.starred),
  };
}

/** Changes read state and star: on the page at once, then on the server; a refusal puts it back and says so. */
export function useChangeEmail(): (id: string, change: FlagChange) => void {
  const client = useQueryClient();
  return (id, change) => void changeEmail(client, id, change);
}

/** Changes that the server has not answered yet. */
const pending = new Map<string, FlagChange>();

/** A page as the person sees it: what the server may not know yet is in it. */
export function withPendingChanges(page: EmailPage): EmailPage {
  if (pending.size === 0) return page;
  const emails = page.emails.map((email) => {
    const change = pending.get(email.id);
    return change ? { ...email, flags: withChange(email.flags, change) } : email;
  });
  return { ...page, emails };
}

async function changeEmail(client: QueryClient, id: string, change: FlagChange): Promise<void> {
  const before = findRow(client, id);
  const mine = { ...pending.get(id), ...change };
  pending.set(id, mine);
  // An answer that was on its way would put the old state back.
  await client.cancelQueries({ queryKey: queryKeys.lists });
  patchRows(client, id, (flags) => withChange(flags, change));
  try {
    await call("PATCH /email/{emailId}", { emailId: id, ...change });
  } catch {
    if (before) patchRows(client, id, () => before.flags);
    warn(texts.changeFailed, {
      label: pageTexts.failed.retry,
      onAction: () => void changeEmail(client, id, change),
    });
  } finally {
    // A later change of the same mail answers for itself.
    if (pending.get(id) === mine) pending.delete(id);
    void client.invalidateQueries({ queryKey: queryKeys.folders });
  }
}

/** A mail as some list shows it, so that its head can be painted before its body is here. */
export function findRow(client: QueryClient, id: string): EmailRow | undefined {
  const lists = client.getQueriesData<InfiniteData<EmailPage>>({ queryKey: queryKeys.lists });
  for (const [, list] of lists) {
    for (const page of list?.pages ?? []) {
      const row = page.emails.find((email) => email.id === id);
      if (row) return row;
    }
  }
  return undefined;
}

/** The flags after the change. */
export function withChange(flags: readonly string[], change: FlagChange): string[] {
  const kept = new Set(flags);
  for (const key of ["seen", "starred"] as const) {
    if (change[key] === true) kept.add(flagNames[key]);
    if (change[key] === false) kept.delete(flagNames[key]);
  }
  return [...kept];
}

function patchRows(client: QueryClient, id: string, next: (flags: string[]) => string[]): void {
  client.setQueriesData<InfiniteData<EmailPage>>({ queryKey: queryKeys.lists }, (list) => {
    if (!list?.pages.some((page) => page.emails.some((email) => email.id === id))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      emails: page.emails.map((email) =>
        email.id === id ? { ...email, flags: next(email.flags) } : email,
      ),
    }));
    return { ...list, pages };
  });
  client.setQueryData<EmailAnswer>(
    [...queryKeys.emails, id],
    (answer) =>
      answer && { ...answer, email: { ...answer.email, flags: next(answer.email.flags) } },
  );
}
