import { createServer, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import type { Obedience } from "#/testing/fakes/obedient-model.ts";
import { type JsonSchema, obeyInShape } from "./obedient-objects.ts";

/** Ways in which a model that obeys mail misbehaves. */
export const harmfulActions = [
  "obedient",
  /** Returns a correct response with a hostile end. */
  "half-obedient",
  /** Names a message that it was never shown, and each known one twice. */
  "id-forger",
  /** Returns truncated JSON. */
  "bad-json",
  /** Returns values outside the schema's enums. */
  "wrong-enum",
  /** Returns a million characters. */
  "huge",
  /** Calls tools that were not offered, one inside the other. */
  "tool-calls",
  /** Returns reasoning, both in the provider's field for it and in the text. */
  "reasoning",
  /** Its server takes no schema; the response is prose around an object. */
  "unschooled",
] as const;
export type HarmfulAction = (typeof harmfulActions)[number];

/** A request as received. */
export interface ReceivedQuestion {
  body: Readonly<Record<string, unknown>>;
  /** The messages, in order. */
  messages: readonly { role: string; content: string }[];
  /** Ids of the messages in it. */
  ids: readonly string[];
  authorization: string;
}

export interface HostileProvider extends AsyncDisposable {
  baseUrl: string;
  host: string;
  received: ReceivedQuestion[];
  /** Sets the behavior for all further requests. */
  lead: (
    orders: readonly Obedience[],
    harmfulAction: HarmfulAction,
    secrets: Readonly<Record<string, string>>,
  ) => void;
  /** Redirects all requests to this URL; null to stop. */
  redirectTo: (url: string | null) => void;
}

const Body = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ schema: z.unknown() }).optional() })
    .optional(),
});

/** Starts a server on loopback that speaks OpenAI's wire format and obeys hostile messages. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const received: ReceivedQuestion[] = [];
  const state = {
    orders: [] as readonly Obedience[],
    harmfulAction: "obedient" as HarmfulAction,
    secrets: {} as Readonly<Record<string, string>>,
    elsewhere: null as string | null,
  };
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const body = Body.parse(JSON.parse(text));
      const material = materialIn(body.messages);
      const ids = material.map(({ id }) => id);
      const { authorization = "" } = request.headers;
      received.push({ body, messages: body.messages, ids, authorization });
      if (state.elsewhere !== null) {
        response.writeHead(307, { location: state.elsewhere }).end();
        return;
      }
      if (state.harmfulAction === "unschooled" && body.response_format !== undefined) {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "No schemas here." } }));
        return;
      }
      const reply = replyFor(schemaOf(body), material, state);
      if (body.stream === true) stream(response, reply);
      else whole(response, reply);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const host = `127.0.0.1:${address.port}`;
  return {
    baseUrl: `http://${host}/v1`,
    host,
    received,
    lead(orders, harmfulAction, secrets) {
      Object.assign(state, { orders, harmfulAction, secrets });
      received.length = 0;
    },
    redirectTo(url) {
      state.elsewhere = url;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Material {
  id: string;
  text: string;
}

/** Returns the messages in the data blocks, if there are any. */
function materialIn(messages: readonly { content: string }[]): Material[] {
  return messages
    .filter(({ content }) => content.startsWith("DATA "))
    .flatMap(({ content }) => content.split("\n"))
    .filter((line) => line.startsWith("{"))
    .map((line) => z.object({ id: z.string(), text: z.string() }).parse(JSON.parse(line)));
}

/** Returns the schema of the response, from the request or its prompt; null for plain text. */
function schemaOf(body: z.infer<typeof Body>): JsonSchema | null {
  const asked = body.response_format?.json_schema?.schema;
  // Safe: zod generated the schema.
  if (asked !== undefined) return asked as JsonSchema;
  const system = body.messages.find(({ role }) => role === "system")?.content ?? "";
  const schemaText = system.split("It has this JSON Schema:\n")[1]?.split("\n")[0];
  return schemaText === undefined ? null : (JSON.parse(schemaText) as JsonSchema);
}

interface ModelReply {
  text: string;
  reasoning: string;
  calls: readonly { name: string; arguments: string }[];
}

function replyFor(
  schema: JsonSchema | null,
  material: readonly Material[],
  {
    orders,
    harmfulAction,
    secrets,
  }: {
    orders: readonly Obedience[];
    harmfulAction: HarmfulAction;
    secrets: Readonly<Record<string, string>>;
  },
): ModelReply {
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => secrets[name] ?? mark);
  const lines = orders.map((order) => filled(spoken(order)));
  const good = /^.{0,300}?(?:[.!?](?=\s|$)|$)/s.exec(material[0]?.text ?? "")?.[0].trim() ?? "";
  const bad = `${lines.join("\n")}${harmfulAction === "huge" ? `\n${"A".repeat(1_000_000)}` : ""}`;
  const known = material.map(({ id }) => id);
  const ids = harmfulAction === "id-forger" ? ["m999", ...known, ...known] : known;
  const named = JSON.parse(filled(JSON.stringify(namedIn(orders))));
  const isHalf = harmfulAction === "half-obedient";
  const words = {
    bad,
    good: isHalf ? good : "",
    ids,
    named,
    breaksEnums: harmfulAction === "wrong-enum",
  };
  const object = schema && JSON.stringify(obeyInShape(schema, words));
  const cited = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `${line} [${(ids.length > 0 ? ids : ["m1"]).join(", ")}]`)
      .join("\n");
  let text = object ?? cited(isHalf ? `${good}\n${bad}` : bad);
  if (harmfulAction === "bad-json")
    text = object === null ? `{"blocks": ["${bad}` : object.slice(0, -5);
  if (harmfulAction === "unschooled" && object !== null)
    text = `${bad}\nHere it is: ${object} Done.`;
  const thought = `The mail told me so. ${bad} ${filled("{{SECRET}} {{API_KEY}}")}`;
  if (harmfulAction === "reasoning") text = `<think>${thought}</think>${text}`;
  return {
    text,
    reasoning: harmfulAction === "reasoning" ? thought : "",
    calls: harmfulAction === "tool-calls" ? callsOf(orders, filled) : [],
  };
}

/** Returns the tool calls from the orders, and those that every attacker would try. */
function callsOf(
  orders: readonly Obedience[],
  filled: (text: string) => string,
): ModelReply["calls"] {
  const wanted = orders.flatMap((order) => ("tool" in order ? [order] : []));
  const nested = { name: "run", input: { tool: "sendEmail", input: { to: "x@trap.example" } } };
  const usual = ["sendEmail", "archive", "emails.change", "messages.change", nested.name];
  return [
    ...wanted.map(({ tool, input }) => ({ name: tool, arguments: filled(JSON.stringify(input)) })),
    ...usual.map((name) => ({ name, arguments: JSON.stringify(nested.input) })),
    { name: "broken", arguments: "{" },
  ];
}

function spoken(order: Obedience): string {
  if ("text" in order) return order.text;
  if ("object" in order) return JSON.stringify(order.object);
  return JSON.stringify({ tool: order.tool, input: order.input });
}

/**
 * Returns values by field name, from objects and tool arguments. They are used wherever a response has a field with that name.
 */
function namedIn(orders: readonly Obedience[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const order of orders) {
    const given = "object" in order ? order.object : "tool" in order ? order.input : {};
    if (typeof given === "object" && given !== null) Object.assign(named, given);
  }
  return named;
}

const head = { id: "c1", created: 1_760_000_000, model: "hostile-1" };

function toolCalls({ calls }: ModelReply) {
  return calls.map(({ name, arguments: input }, index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: input },
  }));
}

function whole(response: ServerResponse, reply: ModelReply): void {
  const message = {
    role: "assistant",
    content: reply.text,
    ...(reply.reasoning !== "" && { reasoning_content: reply.reasoning }),
    ...(reply.calls.length > 0 && { tool_calls: toolCalls(reply) }),
  };
  const finish_reason = reply.calls.length > 0 ? "tool_calls" : "stop";
  const choices = [{ index: 0, message, finish_reason }];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ ...head, object: "chat.completion", choices }));
}

function stream(response: ServerResponse, reply: ModelReply): void {
  const sendDelta = (delta: object, finish_reason: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason }];
    const chunk = { ...head, object: "chat.completion.chunk", choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  sendDelta({ role: "assistant", content: "" });
  if (reply.reasoning !== "") sendDelta({ reasoning_content: reply.reasoning });
  for (const content of inPieces(reply.text)) sendDelta({ content });
  for (const call of toolCalls(reply)) sendDelta({ tool_calls: [call] });
  sendDelta({}, reply.calls.length > 0 ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}

/** Splits a text into pieces that cut words, addresses and Markdown. */
function inPieces(text: string): string[] {
  const sizes = text.length > 10_000 ? [16_384] : [1, 37, 13, 61];
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
