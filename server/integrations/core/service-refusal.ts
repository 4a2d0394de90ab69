import type { Outcome } from "./adapter.ts";

/** Reason for which a service refused a request, as far as it matters here. */
export type RefusalKind =
  /** The token is not valid any more. */
  | "revoked"
  /** The destination was deleted, or Inlet may not access it. */
  | "gone"
  /** Too many calls, or the service is unreachable: a retry may succeed. */
  | "busy"
  | "refused";

/** A call that a service did not fulfill. It contains nothing of the request, which has secrets and mail. */
export class ServiceRefusal extends Error {
  override name = "ServiceRefusal";
  readonly kind: RefusalKind;
  readonly waitMs: number | undefined;

  constructor(service: string, kind: RefusalKind, waitMs?: number) {
    super(`${service}: ${kind}`);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/** Returns the meaning of a response's status, for a service that speaks plain HTTP. */
export function refusalOf(status: number): RefusalKind {
  if (status === 401) return "revoked";
  if (status === 403 || status === 404 || status === 410) return "gone";
  return status === 408 || status === 409 || status === 429 || status >= 500 ? "busy" : "refused";
}

/** Returns the outcome of calls to a service, as the user sees it. */
export async function outcomeOf(service: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const { kind, waitMs } = error;
    switch (kind) {
      case "revoked":
        return {
          result: "gone",
          answer: `${service} no longer accepts the token. Please reconnect.`,
        };
      case "gone":
        return {
          result: "refused",
          answer: `The destination in ${service} no longer exists or is read-only.`,
        };
      case "refused":
        return { result: "refused", answer: `${service} rejected it.` };
      case "busy":
        return waitMs === undefined
          ? { result: "later", answer: `${service} could not be reached.` }
          : { result: "later", answer: `Rate limited by ${service}.`, waitMs };
    }
  }
}
