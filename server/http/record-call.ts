import type { TokenScope } from "@inlet/contract/endpoint.ts";
import type { AccountId } from "@inlet/contract/ids.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BegunCall, ApiClientCall } from "#/auth/call-record.ts";
import type { Api } from "#/http/api.ts";

/** Purpose of a request, as the call record of an API client names it. */
interface AskedFor {
  name: string;
  scope: TokenScope | null;
  accountId: AccountId | null;
}

/** Records a change by an API client before it begins. Throws if the record cannot be written, so the change is not made. */
export async function beginCall(api: Api, request: FastifyRequest): Promise<void> {
  const call = callOf(request);
  if (!call?.isChange) return;
  request.begunCall = await api.auth.apiTokens.record.begin(call);
}

/** Records the request of an API client and its result, without its content. */
export function recordCall(api: Api, request: FastifyRequest): void {
  const { record } = api.auth.apiTokens;
  const call = callOf(request);
  const result = request.failedWith ?? "ok";
  if (request.begunCall) record.end(request.begunCall, result);
  else if (call) record.note({ ...call, result });
  // Prevents a second record if the response both fails and closes.
  request.asked = null;
  request.begunCall = null;
}

/** The same for a response that may not reach its end: no hook runs for it if the client disconnected. */
export function recordUnreadCall(api: Api, request: FastifyRequest, { raw }: FastifyReply): void {
  if (!callOf(request)) return;
  if (raw.destroyed) return recordCall(api, request);
  raw.once("close", () => {
    if (!raw.writableFinished) recordCall(api, request);
  });
}

function callOf({ caller, asked }: FastifyRequest): ApiClientCall | null {
  if (!caller?.program || !asked) return null;
  const { name: what, accountId, scope } = asked;
  const { userId, program } = caller;
  return { userId, tokenId: program.id, what, accountId, isChange: scope !== "read" };
}

declare module "fastify" {
  interface FastifyRequest {
    asked: AskedFor | null;
    /** Error code of the refusal; "gone": the request was canceled, as the client disconnected. */
    failedWith: ErrorCode | "gone" | null;
    /** The change that an API client makes with it, as it was recorded before. */
    begunCall: BegunCall | null;
  }
}
