import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { accountsToAsk, type ToolParts } from "#/http/mcp/tool.ts";

export interface Page {
  rows: readonly EmailRow[];
  nextCursor: string | null;
}

interface Asked {
  accountId?: AccountId | undefined;
  cursor?: string | undefined;
  limit: number;
}

type Read = (of: {
  accountId: AccountId | undefined;
  cursor: string | undefined;
  limit: number;
}) => Promise<Page>;

/** Cursor of an account that was read to its end. */
const ended = "-";

/**
 * Returns one page of the newest mail in the requested accounts. With a token for several accounts, it reads them one by one: the
 * cursor holds the position in each. Throws list.bad_cursor.
 */
export async function pageOverAccounts(parts: ToolParts, asked: Asked, read: Read): Promise<Page> {
  const accounts = accountsToAsk(parts, asked.accountId);
  const { limit } = asked;
  const [only, ...more] = accounts;
  if (more.length === 0) return read({ accountId: only, cursor: asked.cursor, limit });

  const cursors = asked.cursor ? asked.cursor.split(".") : accounts.map(() => "");
  if (cursors.length !== accounts.length) throw new Failure("list.bad_cursor");
  const pages = await Promise.all(
    accounts.map((accountId, at) => {
      const cursor = cursors[at] ?? "";
      if (cursor === ended) return { rows: [], nextCursor: null };
      return read({ accountId, cursor: cursor || undefined, limit });
    }),
  );
  const { shown, counts } = newest(pages, limit);
  const next = await Promise.all(
    pages.map(async ({ rows, nextCursor }, at) => {
      const count = counts[at] ?? 0;
      if (count === 0 && rows.length > 0) return cursors[at] ?? "";
      if (count === rows.length) return nextCursor ?? ended;
      // Only `read` knows where a page ends.
      const cursor = cursors[at] || undefined;
      const again = await read({ accountId: accounts[at], cursor, limit: count });
      // Mail was added or removed in between: showing a message twice is better than never.
      const isSame = again.rows.at(-1)?.id === rows[count - 1]?.id;
      return (isSame ? again.nextCursor : cursors[at]) ?? "";
    }),
  );
  const isOver = next.every((cursor) => cursor === ended);
  return { rows: shown, nextCursor: isOver ? null : next.join(".") };
}

/** Merges pages by date, without changing the order within an account. Also returns how many rows of each page are used. */
function newest(pages: readonly Page[], limit: number): { shown: EmailRow[]; counts: number[] } {
  const counts = pages.map(() => 0);
  const shown: EmailRow[] = [];
  while (shown.length < limit) {
    const heads = pages.map(({ rows }, at) => rows[counts[at] ?? 0]);
    const at = heads.reduce((best, head, index) => {
      if (head === undefined) return best;
      return best === -1 || head.emailDate > (heads[best]?.emailDate ?? "") ? index : best;
    }, -1);
    const head = heads[at];
    if (head === undefined) break;
    shown.push(head);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { shown, counts };
}
