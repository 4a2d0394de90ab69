import type { IncomingHttpHeaders } from "node:http";

/** A provider's wire format. */
export interface Dialect {
  /** Path of the base URL. */
  path: string;
  keyOf: (headers: IncomingHttpHeaders) => string;
  isStream: (path: string, body: Readonly<Record<string, unknown>>) => boolean;
  formatOf: (body: Readonly<Record<string, unknown>>) => "schema" | "json" | "text";
  whole: (text: string) => object;
  /** The complete stream, one string per event. */
  events: (pieces: readonly string[]) => string[];
  error: (status: number) => object;
}

/** Token counts that every fake reports. */
export const fakeUsage = { input: 120, output: 30 };

const sse = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const named = (data: { type: string }) => `event: ${data.type}\n${sse(data)}`;

const openaiUsage = {
  prompt_tokens: fakeUsage.input,
  completion_tokens: fakeUsage.output,
  total_tokens: fakeUsage.input + fakeUsage.output,
};
const openaiHead = { id: "c1", created: 1_760_000_000, model: "fake-1" };

/** OpenAI's chat completions, which most local model servers also support. */
const openai: Dialect = {
  path: "/v1",
  keyOf: ({ authorization = "" }) => authorization.replace(/^Bearer /, ""),
  isStream: (_path, body) => body["stream"] === true,
  formatOf(body) {
    const type = inside(body, "response_format", "type");
    if (type === "json_schema") return "schema";
    return type === "json_object" ? "json" : "text";
  },
  whole: (content) => ({
    ...openaiHead,
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: openaiUsage,
  }),
  events: (pieces) => [
    ...pieces.map((content, at) =>
      sse({
        ...openaiHead,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta: { ...(at === 0 ? { role: "assistant" } : {}), content } }],
      }),
    ),
    sse({
      ...openaiHead,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    }),
    sse({ ...openaiHead, object: "chat.completion.chunk", choices: [], usage: openaiUsage }),
    "data: [DONE]\n\n",
  ],
  error: (status) => ({
    error: {
      message: "No.",
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: null,
    },
  }),
};

const anthropicUsage = { input_tokens: fakeUsage.input, output_tokens: fakeUsage.output };
const anthropicHead = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "fake-1",
  stop_sequence: null,
};

/** Anthropic's Messages API. */
const anthropic: Dialect = {
  path: "/v1",
  keyOf: ({ "x-api-key": key = "" }) => String(key),
  isStream: (_path, body) => body["stream"] === true,
  formatOf: (body) =>
    body["output_format"] !== undefined ||
    inside(body, "output_config", "format") !== undefined ||
    Array.isArray(body["tools"])
      ? "schema"
      : "text",
  whole: (text) => ({
    ...anthropicHead,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: anthropicUsage,
  }),
  events: (pieces) =>
    [
      {
        type: "message_start",
        message: { ...anthropicHead, content: [], stop_reason: null, usage: anthropicUsage },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...pieces.map((text) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text },
      })),
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: fakeUsage.output },
      },
      { type: "message_stop" },
    ].map(named),
  error: (status) => ({
    type: "error",
    error: { type: status === 401 ? "authentication_error" : "api_error", message: "No." },
  }),
};

const googleUsage = {
  promptTokenCount: fakeUsage.input,
  candidatesTokenCount: fakeUsage.output,
  totalTokenCount: fakeUsage.input + fakeUsage.output,
};

/** Gemini's generateContent. */
const google: Dialect = {
  path: "/v1beta",
  keyOf: ({ "x-goog-api-key": key = "" }) => String(key),
  isStream: (path) => path.includes(":streamGenerateContent"),
  formatOf(body) {
    const has = (name: string) => inside(body, "generationConfig", name) !== undefined;
    if (has("responseSchema") || has("responseJsonSchema")) return "schema";
    return has("responseMimeType") ? "json" : "text";
  },
  whole: (text) => googleAnswer(text, "STOP"),
  events: (pieces) => [
    ...pieces.map((text) => sse(googleAnswer(text, undefined))),
    sse(googleAnswer("", "STOP")),
  ],
  error: (status) => ({
    error: {
      code: status,
      message: status === 401 ? "API key not valid." : "No.",
      status: status === 401 ? "UNAUTHENTICATED" : "UNAVAILABLE",
    },
  }),
};

function googleAnswer(text: string, finishReason: string | undefined): object {
  return {
    candidates: [
      {
        content: { role: "model", parts: [{ text }] },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata: googleUsage,
  };
}

function inside(body: Readonly<Record<string, unknown>>, outer: string, name: string): unknown {
  const value = body[outer];
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export const dialects = { openai, compatible: openai, anthropic, google } as const;
