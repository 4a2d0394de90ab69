import type { Account } from "@inlet/contract/mail/accounts.ts";
import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ApiClient } from "#/auth/sessions.ts";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import type { CallApi } from "#/http/mcp/call-api.ts";

/** Dependencies of the tools. */
export interface ToolParts {
  call: CallApi;
  program: ApiClient;
  clock: Clock;
  /** Returns the time at which the user queued a message under this key; null if not found. */
  queuedAt: (key: string) => Promise<number | null>;
}

/** Returns a text of Inlet itself, on which the API client can rely. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** Returns the tool's result or, if the API fails, an error with its code and message. */
export async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const code: ErrorCode = error.code;
    return { ...textResult(`${code}: ${errors[code].message}`), isError: true };
  }
}

/** Returns the named account or, without a name, the only one. Throws token.account if there are several. */
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

/** Returns the accounts to search: undefined means all, which a token for some accounts must list one by one. */
export function accountsToAsk(
  { program }: ToolParts,
  named: AccountId | undefined,
): readonly (AccountId | undefined)[] {
  if (named !== undefined) return [named];
  return program.accounts ?? [undefined];
}

/** Returns the description of an account. */
export function accountLine({ id, account_mail: address, state }: Account): object {
  return { id, address, state };
}
