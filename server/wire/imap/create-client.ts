import type { EventEmitter } from "node:events";
import { ImapFlow } from "imapflow";
import { currentOrigin } from "#/base/origin.ts";
import { workedFor } from "#/base/work-context.ts";
import type { Pinned } from "#/egress/pinned.ts";
import { trustOf } from "../tls/trust.ts";
import type { ImapLogin } from "./remote.ts";
import { Pauses } from "./pauses.ts";
import { readWithin } from "./fetch/reading-budget.ts";
import type { Restraint } from "./restraint.ts";
import { takeTurns } from "./fetch/fetch-scheduler.ts";
import { limitResponses } from "./response-limits.ts";
import { limitsOfServer } from "./fetch/scanned.ts";
import { groupUids } from "./uid-answers.ts";
import { gatherVanished } from "./vanished.ts";

/** Returns an unconnected client with our limits, and a record of how the server restrains it. */
export function createClient(
  pinned: Pinned,
  login: ImapLogin,
  timeoutMs: number,
): { client: ImapFlow; restraint: Restraint } {
  const isImplicit = login.tls && login.port === 993;
  const trust = trustOf(pinned, login.certificate);
  const restraint: Restraint = {
    backoffMs: 0,
    wasExcessive: false,
    heldUpOthers: false,
    asksForParts: false,
    pauses: new Pauses(),
  };
  const client: ImapFlow = new ImapFlow({
    host: pinned.address,
    port: pinned.port,
    secure: isImplicit,
    ...(isImplicit ? {} : { doSTARTTLS: login.tls }),
    ...(trust.servername === undefined ? {} : { servername: trust.servername }),
    tls: trust,
    auth: {
      user: login.user,
      ...(login.accessToken === undefined
        ? { pass: login.pass }
        : { accessToken: login.accessToken }),
    },
    // 163.com refuses to open folders for clients that do not identify themselves (RFC 2971).
    clientInfo: { name: "inlet", version: "1", vendor: "", "support-url": "" },
    // imapflow reports throttling only in its log, before it waits and retries automatically.
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (entry: unknown) => recordThrottling(entry, restraint, () => client.close()),
      error: () => undefined,
    },
    qresync: true,
    disableAutoIdle: true,
    // A compressed stream keeps the engine busy at almost no cost to the server
    // (docs/decisions/2026-11-21-no-imap-compression.md).
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: timeoutMs,
    // Shorter than the total, to distinguish silence after connecting from an unreachable host.
    greetingTimeout: Math.min(timeoutMs / 2, 10_000),
    socketTimeout: Math.max(timeoutMs, 60_000),
    ...limitsOfServer,
  });
  groupUids(client);
  // A login tried for a form is attributed to the user who submitted it.
  const userId = workedFor().userId || currentOrigin()?.userId || login.user;
  readWithin(client, userId, restraint);
  takeTurns(client, userId, restraint.pauses);
  gatherVanished(client);
  limitResponses(client, restraint);
  ignoreLastErrors(client);
  return { client, restraint };
}

/**
 * Adds an error listener that stays: imapflow removes its own when it closes, but a too large response may still cause an error a
 * moment later, and Node ends the process on an unhandled one.
 */
function ignoreLastErrors(client: ImapFlow): void {
  // An undeclared field; the version is pinned.
  const { streamer } = client as unknown as { streamer: EventEmitter };
  streamer.on("error", () => undefined);
}

/**
 * Handles Office 365: `Request is throttled. Suggested Backoff Time: 92415 milliseconds`. A client that retries earlier is locked
 * out.
 */
function recordThrottling(entry: unknown, restraint: Restraint, close: () => void): void {
  if (typeof entry !== "object" || entry === null || !("throttleDelay" in entry)) return;
  const { throttleDelay } = entry;
  if (typeof throttleDelay !== "number" || throttleDelay <= 0) return;
  restraint.backoffMs = throttleDelay;
  setImmediate(close);
}
