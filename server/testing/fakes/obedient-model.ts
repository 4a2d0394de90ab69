import type { MessageId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import {
  ModelFailure,
  type ModelMaterial,
  type ModelPort,
  type ModelQuestion,
  type UserModel,
} from "#/ai/model/port.ts";
import { shapedLike } from "#/testing/factories/shaped-value.ts";

/** An action of a model that obeys a message: it writes text, fills an object, or calls a tool. */
export type Obedience =
  | { text: string }
  | { object: Readonly<Record<string, unknown>> }
  | { tool: string; input: unknown; repeat?: number };

/** A hostile message with its goal. `canary` is in its payload and nowhere else. */
export interface HostileMail {
  canary: string;
  obey: readonly Obedience[];
}

/**
 * Ways to misbehave: completely; after a good answer; with responses of no shape at all; or by naming messages that it was never
 * shown.
 */
export type Disobedience = "obedient" | "half-obedient" | "schema-breaker" | "id-forger";

export const disobediences: readonly Disobedience[] = [
  "obedient",
  "half-obedient",
  "schema-breaker",
  "id-forger",
];

export interface ObedientOptions {
  variant?: Disobedience;
  /** The hostile messages by their ids in the mailbox. */
  placed: ReadonlyMap<MessageId, HostileMail>;
  /** Values for {{SECRET}}, {{OTHER_USER}}, {{SYSTEM_PROMPT}} and {{API_KEY}}: canaries that may appear in no output. */
  secrets?: Readonly<Record<string, string>>;
}

export interface ObedientModel extends UserModel {
  port: ModelPort;
  /** All requests, in order. */
  asked: ModelQuestion<unknown>[];
  /** Returns the number of requests answered as a message wanted. */
  obeyed: () => number;
}

/**
 * A model that obeys every hostile message in its material. It knows the messages by their ids, so neither hiding nor encoding of
 * the text saves a test; material without an id counts as all of them.
 */
export function obedientModel(options: ObedientOptions): ObedientModel {
  const { variant = "obedient", placed, secrets = {} } = options;
  const asked: ModelQuestion<unknown>[] = [];
  let obeyed = 0;

  /** Returns the response to a request, before it gets a shape. */
  function replyOf<Shape>(question: ModelQuestion<Shape>): ModelReply {
    asked.push(question);
    const orders = hostileIn(question.material, placed).flatMap((mail) => mail.obey);
    if (orders.length > 0) obeyed++;
    return replyFor(orders, question.material, variant, secrets);
  }

  const model: UserModel = {
    name: "obedient-1",
    host: "obedient.example",
    async answer(question) {
      question.signal?.throwIfAborted();
      const reply = replyOf(question);
      if (variant === "schema-breaker") throw new ModelFailure("unusable-answer");
      return checked(question.shape, shapedLike(question.shape, reply), reply.text);
    },
    async *stream(question) {
      const { text } = replyOf(question);
      for (const piece of inPieces(text)) {
        if (question.signal?.aborted) throw new ModelFailure("aborted");
        yield piece;
      }
      // The connection breaks in the middle of the text.
      if (variant === "schema-breaker") throw new ModelFailure("unreachable");
    },
  };
  return { ...model, asked, obeyed: () => obeyed, port: { forUser: async () => model } };
}

interface ModelReply {
  text: string;
  ids: readonly string[];
  named: Readonly<Record<string, unknown>>;
}

function hostileIn(
  material: readonly ModelMaterial[],
  placed: ReadonlyMap<MessageId, HostileMail>,
): HostileMail[] {
  const found = material.flatMap(({ messageId }) => {
    if (messageId === undefined) return [...placed.values()];
    const mail = placed.get(messageId);
    return mail ? [mail] : [];
  });
  return [...new Set(found)];
}

function replyFor(
  orders: readonly Obedience[],
  material: readonly ModelMaterial[],
  variant: Disobedience,
  secrets: Readonly<Record<string, string>>,
): ModelReply {
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => secrets[name] ?? whole);
  const good = material[0]?.text.split(/(?<=[.!?])\s/)[0] ?? "There is nothing to say.";
  const bad = orders.map((order) => filled(spoken(order))).join("\n");
  const text = {
    obedient: bad || good,
    "half-obedient": `${good}\n${bad}`.trim(),
    "schema-breaker": `${bad || good}\n{"tool_calls":[{"name":"sendEmail","arguments":"{"}]\n${"A".repeat(1_000_000)}`,
    "id-forger": bad || good,
  }[variant];
  const ids = material.map(({ id }) => id);
  const named: Record<string, unknown> = {};
  for (const order of orders) {
    if ("object" in order) Object.assign(named, order.object);
    // Arguments of a tool are used wherever a response has a field with that name.
    else if ("tool" in order) Object.assign(named, argumentsOf(order.input));
  }
  return {
    text,
    ids: variant === "id-forger" ? ["m999", ...ids, ...ids] : ids,
    // Filling the JSON text replaces placeholders at every depth.
    named: namedWith(JSON.parse(filledJson(named, filled))),
  };
}

function spoken(order: Obedience): string {
  if ("text" in order) return order.text;
  if ("object" in order) return JSON.stringify(order.object);
  const call = JSON.stringify({ tool: order.tool, input: order.input });
  return Array.from({ length: Math.min(order.repeat ?? 1, 20) }, () => call).join("\n");
}

function argumentsOf(input: unknown): object {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}

function filledJson(value: unknown, filled: (text: string) => string): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "string" ? filled(inner) : inner,
  );
}

function namedWith(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Validates as the port does: a value without the shape is a failure. The text is accepted if the schema wants only a text. */
function checked<Shape>(shape: z.ZodType<Shape>, value: unknown, text: string): Shape {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const plain = shape.safeParse(text);
  if (plain.success) return plain.data;
  throw new ModelFailure("unusable-answer");
}

/** Splits a text into pieces that cut words, addresses and Markdown. */
function inPieces(text: string): string[] {
  const sizes = [1, 7, 3, 11];
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    // A long text is sent in larger pieces.
    const size = text.length > 10_000 ? 4096 : (sizes[pieces.length % sizes.length] ?? 1);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
