import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import type { SettledDelivery } from "#/store/commands/integrations.ts";
import type { DeliveryRow, IntegrationRow } from "#/store/integration-tables.ts";
import { dueDeliveries, integrationById, nextDeliveryAt } from "#/store/integrations.ts";
import { isListening, opened } from "./connections.ts";
import type { IntegrationContext } from "./context.ts";
import type { Connection, IntegrationEvent, Outcome, Room } from "./room.ts";

const About = z.record(z.string(), z.string());

/** Told in one go before others of the person get their turn. */
const atOnce = 20;
/** So many in a row that did not go through, and the rest is not tried now. */
const failuresAtOnce = 3;
const firstRetryMs = 5000;
const lastRetryMs = 2 * 3600_000;
/** An answer is kept to show it, not to store it. */
const answerLength = 300;

/**
 * Tells an integration what it is to be told now, one after the other. Throws RetryAfter while something waits. One that
 * is paused is told nothing, and one that was let go of nothing more.
 */
export async function deliverDue(
  core: IntegrationContext,
  rooms: readonly Room[],
  { userId, integrationId }: { userId: UserId; integrationId: IntegrationId },
  random: () => number = Math.random,
): Promise<void> {
  const { reader } = core.database;
  const row = await integrationById(reader, userId, integrationId);
  if (!row || !isListening(row)) return;
  const room = rooms.find(({ kind }) => kind === row.kind);
  const due = await dueDeliveries(reader, userId, row.id, { now: core.clock.now(), limit: atOnce });
  const connection = due.length > 0 && opened(core, row);
  let failures = 0;
  for (const delivery of due) {
    if (connection === false || failures === failuresAtOnce) break;
    const outcome = await attempt(core, room, connection, delivery);
    const settled = settle(core, row, delivery, outcome, random);
    await core.door("delivery.settle", settled);
    if (outcome.result === "gone") return;
    if (settled.holdUntil !== undefined) break;
    failures = outcome.result === "later" ? failures + 1 : 0;
    // The person may have paused it meanwhile.
    const now = await integrationById(reader, userId, row.id);
    if (!now || !isListening(now)) return;
  }
  const next = await nextDeliveryAt(reader, userId, row.id);
  if (next === null) return;
  const soonest = failures === failuresAtOnce ? firstRetryMs : 0;
  throw new RetryAfter(Math.max(next - core.clock.now(), soonest));
}

async function attempt(
  core: IntegrationContext,
  room: Room | undefined,
  connection: Connection,
  delivery: DeliveryRow,
): Promise<Outcome> {
  if (!room?.isSetUp) {
    return { result: "later", answer: "This server is not set up for it any more." };
  }
  const event: IntegrationEvent = {
    id: delivery.event_id,
    kind: delivery.kind,
    at: delivery.created_at,
    about: About.parse(JSON.parse(delivery.payload_json)),
  };
  try {
    return await room.deliver(connection, event);
  } catch (error) {
    core.log.warn({ err: error, kind: room.kind }, "an integration could not be told");
    return { result: "later", answer: "It could not be reached." };
  }
}

function settle(
  core: IntegrationContext,
  row: IntegrationRow,
  delivery: DeliveryRow,
  outcome: Outcome,
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
      return { ...settled, state: "delivered", integration: { state: "active", reason: "" } };
    case "skipped":
      return { ...settled, state: "skipped" };
    case "refused":
      return { ...settled, state: "failed", integration: { state: "failed", reason: answer } };
    case "gone":
      return { ...settled, state: "failed", integration: { state: "revoked", reason: answer } };
    case "later": {
      const integration = { state: "failed", reason: answer } as const;
      const nextAt = now + Math.max(waitMs(attempts, random), outcome.waitMs ?? 0);
      if (nextAt >= delivery.expires_at) return { ...settled, state: "failed", integration };
      const holdUntil = outcome.waitMs === undefined ? {} : { holdUntil: now + outcome.waitMs };
      return { ...settled, state: "waiting", nextAt, integration, ...holdUntil };
    }
  }
}

/** Doubled each time, and shortened by up to a third so that many do not come back at once. */
function waitMs(attempts: number, random: () => number): number {
  const whole = Math.min(firstRetryMs * 2 ** Math.min(attempts, 30), lastRetryMs);
  return Math.round(whole * (1 - random() / 3));
}

/** How long an answer asks to be left alone (RFC 9110, 10.2.3): seconds, or a date; undefined when it does not say. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const untilMs = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(untilMs) ? undefined : Math.max(untilMs, 0);
}
