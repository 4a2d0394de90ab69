import { countEmails } from "#/lib/count-emails.ts";
import { locale } from "#/lib/locale.ts";
import type { ModelProblem, ModelProvider, ModelTrial } from "@inlet/contract/ai/ai-models.ts";

const providers: Record<ModelProvider, string> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  compatible: "OpenAI-compatible server",
};

const problems: Record<ModelProblem, string> = {
  unreachable: "The AI server could not be reached.",
  slow: "The model took too long to answer.",
  "refused-key": "The AI server rejected the key.",
  "out-of-quota": "The AI server's quota is used up.",
  "over-budget": "Your limit for today is used up.",
  "kept-from-models": "AI is turned off for this mail.",
  "unusable-answer": "The model gave an invalid answer.",
  aborted: "Canceled.",
};

const outcomes: Record<ModelProblem | "ok", string> = {
  ok: "Answered",
  unreachable: "Not reached",
  slow: "Too slow",
  "refused-key": "Key rejected",
  "out-of-quota": "Quota used up",
  "over-budget": "Over your limit",
  "kept-from-models": "Blocked",
  "unusable-answer": "Invalid answer",
  aborted: "Canceled",
};

const tasks: Record<string, string> = {
  test: "Test",
  summary: "Summary",
  replies: "Reply suggestions",
  templates: "Templates",
  assistant: "Assistant",
  rewrite: "Writing",
  rules: "Rules",
  "follow-up": "Follow-ups",
};

const rungs = {
  schema: "answers with structured output",
  json: "answers as JSON",
  text: "answers in plain text",
} as const;

const number = new Intl.NumberFormat(locale);

/** Texts of the settings for AI. */
export const aiTexts = {
  title: "AI",
  local:
    "Summaries, reply suggestions, categories and answers are made on this server without AI models. Your mail never leaves it.",
  withModel: (name: string, host: string) =>
    `Summaries, reply suggestions and answers are made by ${name} via ${host}. The email that each is about is sent there. If the model fails, this server does it without AI models.`,
  onServer: "On this server",
  viaHost: (host: string) => `Via ${host}`,
  switchOn: "Use an AI model",
  switchHint:
    "Better summaries, replies and answers. The email that a request is about is sent to the model.",
  switchNone: "No model yet. Add one below.",
  switchNoneHere: "Your administrator has not set up a model.",
  which: "Model",
  serverModel: (name: string, host: string) => `${name} via ${host}, set up by your administrator`,
  ownModel: "Your own model",
  own: "Your own model",
  ownHint: "The key is stored encrypted and never shown again.",
  provider: "Provider",
  providers,
  compatibleHint: "Ollama, vLLM, llama.cpp, LM Studio and others.",
  model: "Model name",
  modelHint: "The name used by its server.",
  baseUrl: "Address",
  baseUrlHint: "Leave empty to use the provider's address.",
  baseUrlNeeded: "For example https://models.example.org/v1.",
  key: "API key",
  keyKept: "Saved. Type to replace it.",
  keyOptional: "Leave empty if the server needs no key.",
  showKey: "Show key",
  hideKey: "Hide key",
  test: "Test",
  testing: "Testing…",
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  failed: "The change could not be saved.",
  works: (name: string) => `${name} works.`,
  found: (trial: Extract<ModelTrial, { works: true }>) =>
    [
      `It ${rungs[trial.rung]}`,
      trial.streams ? "streams its answers" : "answers all at once",
      trial.countsTokens
        ? "reports token counts"
        : "reports no token counts; the maximum is assumed",
      `first words after ${number.format(trial.firstTextMs)} ms`,
    ].join(", ") + ".",
  noMailSent: "No mail was sent for this test.",
  problems,
  accounts: "Accounts that AI may read",
  accountsHint: "Nothing from disabled accounts is sent to a model.",
  noAccounts: "No email accounts yet.",
  budget: "Daily limits",
  budgetHint: "When reached, AI models are not used until midnight UTC.",
  tokens: "Tokens",
  usd: "US dollars",
  usdHint: "0 for no limit.",
  noPrice: "Price unknown; only the token limit applies.",
  price: (input: number, output: number, dated: string | null) =>
    `A million tokens cost $${input} for input and $${output} for output${dated === null ? "" : `, as of ${dated}`}.`,
  usedToday: (tokens: number, usd: number, calls: number) =>
    calls === 0
      ? "No requests today."
      : `Today: ${number.format(tokens)} tokens, ${money(usd)}, ${number.format(calls)} ${calls === 1 ? "request" : "requests"}.`,
  ledger: "Activity log",
  ledgerHint:
    "Every request to a model in the last 90 days: which email, which server, and what it cost. The text itself is not stored.",
  ledgerEmpty: "No requests yet.",
  ledgerFailed: "The list could not be loaded.",
  columns: {
    question: "Request",
    sent: "Sent",
    tokens: "Tokens",
    cost: "Cost",
    result: "Result",
  },
  task: (task: string) => tasks[task] ?? task,
  sent: (characters: number, emails: number) =>
    `${number.format(characters)} characters ${
      emails === 0 ? "without mail" : `with ${countEmails(emails)}`
    }`,
  tokenCounts: (input: number, output: number) =>
    `${number.format(input)} in, ${number.format(output)} out`,
  cost: (usd: number | null) => (usd === null ? "Unknown" : money(usd)),
  outcome: (outcome: ModelProblem | "ok" | null) =>
    outcome === null ? "In progress" : outcomes[outcome],
  duration: (milliseconds: number) =>
    milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`,
  gone: "Deleted email",
  noSubject: "(No Subject)",
  more: "Show more",
  loading: "Loading AI settings",
  retry: "Try again",
} as const;

/** Small sums keep the digits that distinguish them from zero. */
function money(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}
