import { Failure } from "#/base/fail.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import type { IntegrationContext } from "./context.ts";
import { retryAfterMs } from "./deliver.ts";
import { fetchThrough } from "./fetch-through.ts";
import type { Outcome } from "./room.ts";

/** A server of calendars or address books does not do what it was asked; `waitMs` when it says for how long. */
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

/** How tsdav asks in somebody's name: through egress, and who refuses or wants to be left alone throws DavRefusal. */
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
      const told = answer.headers.get("retry-after") ?? undefined;
      throw new DavRefusal(status, retryAfterMs(told, core.clock.now()));
    }
    return answer;
  };
  return { headers: { authorization: `Basic ${basic}` }, fetch: ask };
}

/** What of a failure may be logged: its kind, and the status of the answer. What tsdav says holds the answer itself. */
export function nameOfError(error: unknown): string {
  if (error instanceof DavRefusal) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

/** Whether it was written; false when somebody else wrote there meanwhile. */
export function isDone({ ok, status }: Response): boolean {
  if (ok) return true;
  // Precondition Failed: what stands there is not what was read.
  if (status === 412 || status === 409) return false;
  throw new DavRefusal(status);
}

/** What a calendar or an address book is called; without a name the last part of its address. */
export function nameOfCollection(displayName: unknown, url: string): string {
  if (typeof displayName === "string" && displayName.trim() !== "") {
    return displayName.trim().slice(0, 200);
  }
  const last = new URL(url).pathname.split("/").findLast((segment) => segment !== "") ?? "";
  return decodeURIComponent(last).slice(0, 200);
}

/** A domain says by its services where it keeps such things (RFC 6764); else it is asked itself. Null: no address. */
export async function davServerOf(
  { egress }: Pick<IntegrationContext, "egress">,
  address: string,
  service: "_caldavs" | "_carddavs",
): Promise<string | null> {
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return null;
    const { href, username, password } = new URL(address);
    // A password has a field of its own; in an address it would stand in the clear wherever that does.
    return username === "" && password === "" ? href : null;
  }
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const [found] = /^[\w.-]+$/.test(domain)
    ? await egress.services(`${service}._tcp.${domain}`)
    : [];
  const url = `https://${found ? `${found.host}:${found.port}` : domain}/`;
  return URL.canParse(url) ? new URL(url).href : null;
}

/** Why nothing was found: the login is refused, or nothing is in reach there. Other failures of the product pass. */
export function whyNotFound(core: Pick<IntegrationContext, "log">, cause: unknown) {
  if (cause instanceof Failure) throw cause;
  const isRefused =
    (cause instanceof DavRefusal && (cause.status === 401 || cause.status === 403)) ||
    (cause instanceof Error && /invalid credentials/i.test(cause.message));
  if (isRefused) return "refused";
  const isOther = !(cause instanceof EgressRefused || cause instanceof DavRefusal);
  // What tsdav says of a failure has the server's answer in it, and where it was asked.
  if (isOther) core.log.info({ error: nameOfError(cause) }, "DAV discovery failed");
  // One text for unreachable and forbidden addresses, so that the form is no port scanner.
  return "unreachable";
}

/** What came of asking such a server, as the person is told: of a `calendar` and its `event`. */
export async function toldOfDav<Told extends Outcome>(
  { place, entry }: { place: string; entry: string },
  work: () => Promise<Told>,
): Promise<Told | Outcome> {
  const server = `The ${place}'s server`;
  try {
    return await work();
  } catch (error) {
    if (error instanceof EgressRefused) {
      return { result: "later", answer: `${server} could not be reached.` };
    }
    // Whoever logs it is not to log the server's answer, which is in what tsdav throws.
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
