import type { TokenScope } from "@inlet/contract/endpoint.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BegunCall, ProgramCall } from "#/auth/call-record.ts";
import type { Api } from "#/http/api.ts";

/** What a request is for, as a program's record of calls names it. */
interface AskedFor {
  name: string;
  scope: TokenScope | null;
  accountId: AccountId | null;
}

/** Writes down that a program is about to change something. What cannot be written down is not done. */
export async function beginCall(api: Api, request: FastifyRequest): Promise<void> {
  const call = callOf(request);
  if (!call?.isChange) return;
  request.begunCall = await api.auth.apiTokens.record.begin(call);
}

/** Notes what a program asked for and how it went: nothing of what was in it. */
export function noteCall(api: Api, request: FastifyRequest): void {
  const { record } = api.auth.apiTokens;
  const call = callOf(request);
  const result = request.failedWith ?? "ok";
  if (request.begunCall) record.end(request.begunCall, result);
  else if (call) record.note({ ...call, result });
  // Once: a line may break and close.
  request.asked = null;
  request.begunCall = null;
}

/** The same for an answer that may not reach its end: of those whose caller closed the line no response is told. */
export function noteUnheard(api: Api, request: FastifyRequest, { raw }: FastifyReply): void {
  if (!callOf(request)) return;
  if (raw.destroyed) return noteCall(api, request);
  raw.once("close", () => {
    if (!raw.writableFinished) noteCall(api, request);
  });
}

function callOf({ caller, asked }: FastifyRequest): ProgramCall | null {
  if (!caller?.program || !asked) return null;
  const { name: what, accountId, scope } = asked;
  const { userId, program } = caller;
  return { userId, tokenId: program.id, what, accountId, isChange: scope !== "read" };
}

declare module "fastify" {
  interface FastifyRequest {
    asked: AskedFor | null;
    /** With what the request was refused; "gone": it was broken off, for nobody waited for it any more. */
    failedWith: ErrorCode | "gone" | null;
    /** What a program changes with it, as it was written down before. */
    begunCall: BegunCall | null;
  }
}
