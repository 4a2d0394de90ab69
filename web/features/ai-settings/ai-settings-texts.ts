import { locale } from "#/lib/locale.ts";
import type { ModelProblem, ModelProvider, ModelTrial } from "@inlet/contract/ai-models.ts";

const providers: Record<ModelProvider, string> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  compatible: "OpenAI-compatible server",
};

const problems: Record<ModelProblem, string> = {
  unreachable: "The server of the model could not be reached, or it failed.",
  slow: "The model took too long to answer.",
  "refused-key": "The server of the model refused the key.",
  "out-of-quota": "The server of the model says that its quota is used up.",
  "over-budget": "Your limit for today is used up.",
  "kept-from-models": "All of the mail is kept from models.",
  "unusable-answer": "The model did not answer in a form that could be used.",
  aborted: "It was called off.",
};

const outcomes: Record<ModelProblem | "ok", string> = {
  ok: "Answered",
  unreachable: "Not reached",
  slow: "Too slow",
  "refused-key": "Key refused",
  "out-of-quota": "Quota used up",
  "over-budget": "Over your limit",
  "kept-from-models": "Kept back",
  "unusable-answer": "No use",
  aborted: "Called off",
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
  schema: "answers in the form it is asked for",
  json: "answers as JSON",
  text: "answers in words, which are read as well as can be",
} as const;

const number = new Intl.NumberFormat(locale);

/** Every sentence of the settings for AI, spelled once. */
export const aiTexts = {
  title: "AI",
  local:
    "Summaries, reply suggestions, categories and answers are made on this server without AI models: nothing of your mail leaves it.",
  withModel: (name: string, host: string) =>
    `Summaries, reply suggestions and answers are made by ${name} via ${host}, which is sent the mail that each is about. What it fails to do is made on this server without AI models.`,
  onServer: "On this server",
  viaHost: (host: string) => `Via ${host}`,
  switchOn: "Ask an AI model",
  switchHint: "Better summaries, replies and answers. The mail that a question is about is sent.",
  switchNone: "There is no model yet. Describe one below and save it.",
  switchNoneHere: "The operator of this server has set up no model.",
  which: "Model",
  serverModel: (name: string, host: string) => `${name} via ${host}, set up by the operator`,
  ownModel: "A model of your own",
  own: "Your own model",
  ownHint: "The key is kept encrypted and never shown again.",
  provider: "Provider",
  providers,
  compatibleHint: "Ollama, vLLM, llama.cpp, LM Studio and others.",
  model: "Name of the model",
  modelHint: "As its server calls it.",
  baseUrl: "Address",
  baseUrlHint: "Leave it empty for the provider's own.",
  baseUrlNeeded: "Where it listens, as in https://models.example.org/v1.",
  key: "API key",
  keyKept: "Kept. Type to replace it.",
  keyOptional: "Leave it empty for a server that wants none.",
  showKey: "Show key",
  hideKey: "Hide key",
  test: "Test",
  testing: "Testing...",
  save: "Save",
  saving: "Saving...",
  saved: "Saved",
  failed: "The change could not be saved.",
  works: (name: string) => `${name} works.`,
  found: (trial: Extract<ModelTrial, { works: true }>) =>
    [
      `It ${rungs[trial.rung]}`,
      trial.streams ? "writes while you read" : "answers all at once",
      trial.countsTokens
        ? "counts its tokens"
        : "does not count its tokens, so the most is assumed",
      `first words after ${number.format(trial.firstTextMs)} ms`,
    ].join(", ") + ".",
  noMailSent: "No mail was sent for this test.",
  problems,
  accounts: "Mail that a model may see",
  accountsHint: "Of an account that is switched off nothing is ever sent to a model.",
  noAccounts: "There is no email account yet.",
  budget: "Limits for a day",
  budgetHint: "Beyond them everything is made on this server until the next day begins (UTC).",
  tokens: "Tokens",
  usd: "US dollars",
  usdHint: "0 for no limit.",
  noPrice: "Nobody here knows what this model costs, so only tokens count.",
  price: (input: number, output: number, dated: string | null) =>
    `A million tokens cost $${input} read and $${output} written${dated === null ? "" : `, by a list of ${dated}`}.`,
  usedToday: (tokens: number, usd: number, calls: number) =>
    calls === 0
      ? "Nothing was asked today."
      : `Today: ${number.format(tokens)} tokens, ${money(usd)}, ${number.format(calls)} ${calls === 1 ? "question" : "questions"}.`,
  ledger: "What was sent",
  ledgerHint:
    "Every question to a model of the last 90 days: which mail, where to, and what it cost. The text itself is not kept.",
  ledgerEmpty: "Nothing was ever sent to a model.",
  ledgerFailed: "The list could not be loaded.",
  columns: {
    question: "Question",
    sent: "Sent",
    tokens: "Tokens",
    cost: "Cost",
    result: "Result",
  },
  task: (task: string) => tasks[task] ?? task,
  emails: (count: number) =>
    count === 0 ? "No mail" : count === 1 ? "1 email" : `${number.format(count)} emails`,
  characters: (count: number) => `${number.format(count)} characters`,
  tokenCounts: (input: number, output: number) =>
    `${number.format(input)} in, ${number.format(output)} out`,
  cost: (usd: number | null) => (usd === null ? "Unknown" : money(usd)),
  outcome: (outcome: ModelProblem | "ok" | null) =>
    outcome === null ? "Under way" : outcomes[outcome],
  duration: (milliseconds: number) =>
    milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`,
  gone: "An email that is gone",
  noSubject: "(No Subject)",
  more: "Show more",
  loading: "Loading the settings for AI",
  retry: "Try again",
} as const;

/** Small sums keep the digits that tell them from nothing. */
function money(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}
