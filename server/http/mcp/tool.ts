import type { Account } from "@inlet/contract/accounts.ts";
import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Program } from "#/auth/sessions.ts";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/fail.ts";
import type { CallApi } from "#/http/mcp/call-api.ts";

/** What tools are made with. */
export interface ToolParts {
  call: CallApi;
  program: Program;
  clock: Clock;
  /** When the person queued a letter under this key; null: there is none. */
  queuedAt: (key: string) => Promise<number | null>;
}

/** What Inlet itself says, for the program to rely on. */
export function told(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** The tool's answer, or what the API refused it with, in the words of the catalogue. */
export async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const code: ErrorCode = error.code;
    return { ...told(`${code}: ${errors[code].message}`), isError: true };
  }
}

/** The account that is meant: the one that was named, else the only one that there is. Throws token.account. */
export async function oneAccount(
  { call, program }: ToolParts,
  named: AccountId | undefined,
): Promise<AccountId> {
  if (named !== undefined) return named;
  const all = program.accounts ?? (await idsOf(call));
  const [only, ...more] = all;
  if (only === undefined || more.length > 0) throw new Failure("token.account");
  return only;
}

async function idsOf(call: CallApi): Promise<AccountId[]> {
  const { accounts } = await call("list_accounts", "GET /imap/accounts", {});
  return accounts.map(({ id }) => id);
}

/** Where mail is looked for: undefined is everywhere, which a token for some accounts must say account by account. */
export function accountsToAsk(
  { program }: ToolParts,
  named: AccountId | undefined,
): readonly (AccountId | undefined)[] {
  if (named !== undefined) return [named];
  return program.accounts ?? [undefined];
}

/** How an account is told of. */
export function accountLine({ id, account_mail: address, state }: Account): object {
  return { id, address, state };
}
