import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import type { SettledDelivery } from "#/store/integrations/delivery-commands.ts";
import type { DeliveryRow, IntegrationRow } from "#/store/integrations/schema.ts";
import { dueDeliveries, integrationById, nextDeliveryAt } from "#/store/integrations/queries.ts";
import { deliveryLastsMs } from "#/store/integrations/publish-events.ts";
import { isListening, opened } from "./connections.ts";
import type { IntegrationContext } from "./context.ts";
import { heldBack, type HeldBack, type QuietHoursEnd } from "./deferred-alerts.ts";
import type { IntegrationEvent, Outcome, IntegrationAdapter } from "./adapter.ts";

const About = z.record(z.string(), z.string());

/** Maximum number of deliveries in one run, before other integrations of the user get their turn. */
const batchSize = 20;
/** Maximum duration of a run for one integration, in milliseconds, however slow it is; the current attempt is aborted. */
const runMs = 20_000;
/** Number of failures in a row after which the rest is not tried now. */
const maxConsecutiveFailures = 3;
const minRetryMs = 5000;
const maxRetryMs = 2 * 3600_000;
/** Minimum backoff, in milliseconds, for a receiver that asks for none at all. */
const shortestHoldMs = 1000;
/** Maximum length of a stored answer, which is only displayed. */
const answerLength = 300;

export interface Delivering {
  random?: () => number;
  /** Returns the end of the user's current quiet hours; absent: quiet hours do not apply. */
  quietHoursEnd?: QuietHoursEnd;
  /** The server stops: the current attempt is ended and recorded, and no other begins. */
  stopping?: AbortSignal;
}

/**
 * Delivers the due events of an integration, one by one. Throws RetryAfter while something waits. A paused integration gets
 * nothing, and a disconnected one gets nothing further.
 */
export async function deliverDue(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  which: { userId: UserId; integrationId: IntegrationId },
  how: Delivering = {},
): Promise<void> {
  const { database, clock } = core;
  const { userId, integrationId } = which;
  const begunAt = clock.now();
  const first = await listening(core, which);
  if (!first) return;
  const adapter = adapters.find(({ kind }) => kind === first.kind);
  const wanted = { now: begunAt, limit: first.hold_until > begunAt ? 0 : batchSize };
  const due = await dueDeliveries(database.reader, userId, integrationId, wanted);
  let row = first;
  let failures = 0;
  for (const delivery of due) {
    if (failures === maxConsecutiveFailures || clock.now() - begunAt >= runMs) break;
    if (how.stopping?.aborted) break;
    const outcome =
      (await heldBack(core, row, delivery, how.quietHoursEnd)) ??
      (await attempt(core, adapter, row, delivery));
    if (outcome === null) continue;
    const settled = settle(core, row, delivery, outcome, how.random ?? Math.random);
    await core.execute("delivery.settle", settled);
    failures = outcome.result === "later" ? failures + 1 : 0;
    // It may have been paused, disconnected, or given another target in between.
    const now = await listening(core, which);
    if (!now) return;
    row = now;
    if (row.hold_until > clock.now()) break;
  }
  const next = await nextDeliveryAt(database.reader, userId, integrationId);
  if (next === null) return;
  const soonest = failures === maxConsecutiveFailures ? minRetryMs : 0;
  throw new RetryAfter(Math.max(next - clock.now(), row.hold_until - clock.now(), soonest));
}

async function listening(
  { database }: IntegrationContext,
  { userId, integrationId }: { userId: UserId; integrationId: IntegrationId },
): Promise<IntegrationRow | undefined> {
  const row = await integrationById(database.reader, userId, integrationId);
  return row && isListening(row) ? row : undefined;
}

/** Returns null if it was delivered in between, or by another process. */
async function attempt(
  core: IntegrationContext,
  adapter: IntegrationAdapter | undefined,
  row: IntegrationRow,
  delivery: DeliveryRow,
): Promise<Outcome | null> {
  if (!adapter?.isSetUp) {
    return { result: "later", answer: "This server is no longer set up for it." };
  }
  const { user_id: userId, id, attempts } = delivery;
  // An unreadable secret is sent nowhere, and must not count as an interrupted attempt.
  const connection = opened(core, row);
  const fixed = {
    id: delivery.event_id,
    kind: delivery.kind,
    at: delivery.created_at,
    about: About.parse(JSON.parse(delivery.payload_json)),
    link: delivery.link,
    // A delivery that is requested again expires later.
    mark: `${delivery.id} ${delivery.expires_at}`,
    queuedAt: delivery.expires_at - deliveryLastsMs,
    isRetry: attempts > 0,
  };
  const begun = await core.execute("delivery.begin", { userId, id, attempts });
  if (begun === null) return null;
  const event: IntegrationEvent = { ...fixed, wasCutOff: begun === "cutOff" };
  try {
    return await adapter.deliver(connection, event);
  } catch (error) {
    core.log.warn({ err: error, kind: adapter.kind }, "delivery to an integration failed");
    return { result: "later", answer: "It could not be reached." };
  }
}

function settle(
  core: IntegrationContext,
  row: IntegrationRow,
  delivery: DeliveryRow,
  outcome: Outcome | HeldBack,
  random: () => number,
): SettledDelivery {
  const now = core.clock.now();
  const { attempts } = delivery;
  const answer = Array.from(outcome.answer).slice(0, answerLength).join("");
  const settled = {
    userId: row.user_id,
    integrationId: row.id,
    id: delivery.id,
    attempts,
    nextAt: delivery.next_at,
    answer,
  };
  switch (outcome.result) {
    case "delivered":
      return {
        ...settled,
        state: "delivered",
        ...(outcome.link !== undefined && { link: outcome.link }),
        integration: { state: "active", reason: "" },
      };
    case "skipped":
      return { ...settled, state: "skipped" };
    case "quiet":
      return outcome.until < delivery.expires_at
        ? { ...settled, state: "waiting", nextAt: outcome.until, isUntried: true }
        : { ...settled, state: "skipped" };
    case "unknown":
      return { ...settled, state: "failed" };
    case "refused":
      return { ...settled, state: "failed", integration: { state: "failed", reason: answer } };
    case "gone":
      return { ...settled, state: "failed", integration: { state: "revoked", reason: answer } };
    case "later": {
      const integration = { state: "failed", reason: answer } as const;
      const holdUntil = outcome.waitMs === undefined ? now : now + holdMs(outcome.waitMs);
      const nextAt = Math.max(now + waitMs(attempts, random), holdUntil);
      const state = nextAt >= delivery.expires_at ? "failed" : "waiting";
      return { ...settled, state, nextAt, integration, ...(holdUntil > now && { holdUntil }) };
    }
  }
}

/** Returns the requested backoff, within bounds: no delivery waits forever. */
function holdMs(backoffMs: number): number {
  return Math.min(Math.max(backoffMs, shortestHoldMs), deliveryLastsMs);
}

/**
 * Returns the wait before the next attempt, in milliseconds: doubled each time, and shortened by up to a third, so many
 * deliveries do not retry at once.
 */
function waitMs(attempts: number, random: () => number): number {
  const whole = Math.min(minRetryMs * 2 ** Math.min(attempts, 30), maxRetryMs);
  return Math.round(whole * (1 - random() / 3));
}

/**
 * Returns the milliseconds that a response asks to wait (RFC 9110, 10.2.3): seconds, or a date; undefined if it has no such
 * header.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const untilMs = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(untilMs) ? undefined : Math.max(untilMs, shortestHoldMs);
}
