import type { TokenScope } from "@inlet/contract/endpoint.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";

/** What a request is for, as a program's record of calls names it. */
interface AskedFor {
  name: string;
  scope: TokenScope | null;
  accountId: AccountId | null;
}

/** Writes down what a program asked for and how it went: nothing of what was in it. */
export async function noteCall(
  api: Api,
  { caller, asked, failedWith }: FastifyRequest,
): Promise<void> {
  const program = caller?.program;
  if (!caller || !program || !asked) return;
  const { name: what, accountId, scope } = asked;
  const call = { what, accountId, result: failedWith ?? "ok", isChange: scope !== "read" };
  try {
    await api.services.auth.apiTokens.noteCall(caller, program.id, call);
  } catch (error) {
    // The answer has left: what cannot be written down is only missing there.
    api.log.warn({ err: error }, "a call of a program could not be written down");
  }
}

declare module "fastify" {
  interface FastifyRequest {
    asked: AskedFor | null;
    /** With what the request was refused. */
    failedWith: ErrorCode | null;
  }
}
