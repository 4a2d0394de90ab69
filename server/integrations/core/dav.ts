import { Failure } from "#/base/failure.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import type { IntegrationContext } from "./context.ts";
import { retryAfterMs } from "./deliver.ts";
import { fetchThrough } from "./fetch-through.ts";
import type { Outcome } from "./adapter.ts";

/** Error response of a calendar or address book server. `waitMs` is set if the server says when to retry. */
export class DavRefusal extends Error {
  override name = "DavRefusal";
  readonly status: number;
  readonly waitMs: number | undefined;

  constructor(status: number, waitMs?: number) {
    super(`the server answered ${status}`);
    this.status = status;
    this.waitMs = waitMs;
  }
}

export interface DavLogin {
  user: string;
  password: string;
}

const usualMs = 10_000;
const usualBytes = 512 * 1024;

/**
 * Returns the options with which tsdav makes requests for the user: through egress. A refusal or a request to wait throws
 * DavRefusal.
 */
export function davWay(
  core: Pick<IntegrationContext, "egress" | "clock">,
  login: DavLogin,
  {
    timeoutMs = usualMs,
    maxBytes = usualBytes,
    signal,
  }: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {},
): { headers: Record<string, string>; fetch: typeof fetch } {
  const through = fetchThrough(core.egress, { maxBytes, timeoutMs, ...(signal && { signal }) });
  const basic = Buffer.from(`${login.user}:${login.password}`).toString("base64");
  const ask: typeof fetch = async (input, init) => {
    const answer = await through(input, init);
    const { status } = answer;
    if (status === 401 || status === 403 || status === 429 || status >= 500) {
      const retryAfter = answer.headers.get("retry-after") ?? undefined;
      throw new DavRefusal(status, retryAfterMs(retryAfter, core.clock.now()));
    }
    return answer;
  };
  return { headers: { authorization: `Basic ${basic}` }, fetch: ask };
}

/**
 * Returns the part of an error that may be logged: its kind, and the status of the response. Messages by tsdav contain the
 * response itself.
 */
export function nameOfError(error: unknown): string {
  if (error instanceof DavRefusal) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

/** Returns true if it was written; false if another client wrote in between. */
export function isDone({ ok, status }: Response): boolean {
  if (ok) return true;
  // Precondition Failed: the current version is not the one that was read.
  if (status === 412 || status === 409) return false;
  throw new DavRefusal(status);
}

/** Returns the name of a calendar or an address book; without a name the last part of its address. */
export function nameOfCollection(displayName: unknown, url: string): string {
  if (typeof displayName === "string" && displayName.trim() !== "") {
    return displayName.trim().slice(0, 200);
  }
  const last = new URL(url).pathname.split("/").findLast((segment) => segment !== "") ?? "";
  return decodeURIComponent(last).slice(0, 200);
}

/**
 * Returns the URL of the server for an address or URL, from the domain's SRV records (RFC 6764) or else the domain itself.
 * Returns null if the input is not valid.
 */
export async function davServerOf(
  { egress }: Pick<IntegrationContext, "egress">,
  address: string,
  service: "_caldavs" | "_carddavs",
): Promise<string | null> {
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return null;
    const { href, username, password } = new URL(address);
    // Passwords have a separate field; in an address, one would be readable wherever the address is.
    return username === "" && password === "" ? href : null;
  }
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const [found] = /^[\w.-]+$/.test(domain)
    ? await egress.services(`${service}._tcp.${domain}`)
    : [];
  const url = `https://${found ? `${found.host}:${found.port}` : domain}/`;
  return URL.canParse(url) ? new URL(url).href : null;
}

/** Returns the reason why discovery failed: the login is refused, or the server is unreachable. Rethrows failures. */
export function whyNotFound(core: Pick<IntegrationContext, "log">, cause: unknown) {
  if (cause instanceof Failure) throw cause;
  const isRefused =
    (cause instanceof DavRefusal && (cause.status === 401 || cause.status === 403)) ||
    (cause instanceof Error && /invalid credentials/i.test(cause.message));
  if (isRefused) return "refused";
  const isOther = !(cause instanceof EgressRefused || cause instanceof DavRefusal);
  // Messages by tsdav contain the server's response, and its address.
  if (isOther) core.log.info({ error: nameOfError(cause) }, "DAV discovery failed");
  // One text for unreachable and forbidden addresses, so the form cannot be used as a port scanner.
  return "unreachable";
}

/** Returns the outcome of requests to such a server, as the user sees it: with the words for a `calendar` and its `event`. */
export async function davOutcomeOf<Result extends Outcome>(
  { place, entry }: { place: string; entry: string },
  work: () => Promise<Result>,
): Promise<Result | Outcome> {
  const server = `The ${place}'s server`;
  try {
    return await work();
  } catch (error) {
    if (error instanceof EgressRefused) {
      return { result: "later", answer: `${server} could not be reached.` };
    }
    // The log must not contain the server's response, which is in the errors by tsdav.
    if (!(error instanceof DavRefusal)) {
      throw new Error(`the ${place} could not be used: ${nameOfError(error)}`);
    }
    const { status, waitMs } = error;
    if (status === 401) {
      return { result: "gone", answer: `${server} no longer accepts the password.` };
    }
    if (status === 403 || status === 404 || status === 405) {
      const answer = `The ${place} no longer exists or is read-only.`;
      return { result: "refused", answer };
    }
    const answer =
      status === 409
        ? `Someone else keeps changing this ${entry}.`
        : `${server} answered ${status}.`;
    return { result: "later", answer, ...(waitMs !== undefined && { waitMs }) };
  }
}
