import type { Page } from "@playwright/test";
import type { AiSettings, ModelCall } from "../../contract/ai/ai-models.ts";
import type { Api } from "../../contract/api.ts";
import { openComposer } from "./compose.ts";
import { type Look, openList, openMail } from "./screenshot.ts";
import { openTab } from "./settings.ts";

/** A message with a request, and one with a date. */
const request = "Re: Comparing the piling offers";

const settings: AiSettings = {
  isOn: true,
  source: "own",
  serverModel: { name: "qwen3:8b", host: "127.0.0.1:11434" },
  allowsOwn: true,
  own: {
    provider: "compatible",
    baseUrl: "https://models.harbourworks.example/v1",
    model: "mistral-small-3.2",
    hasKey: true,
  },
  excludedAccounts: [],
  dailyTokens: 500_000,
  dailyUsd: 1,
  today: { tokens: 18_240, usd: 0.0046, calls: 7 },
  price: { input: 0.15, output: 0.6, dated: "2026-11-01" },
};

const ledgerCall = (at: string, call: Partial<ModelCall>): ModelCall => ({
  id: at,
  at,
  task: "summary",
  model: "mistral-small-3.2",
  rung: "schema",
  requests: 1,
  host: "models.harbourworks.example",
  outcome: "ok",
  emails: [],
  sentChars: 5120,
  receivedChars: 640,
  inputTokens: 1380,
  outputTokens: 160,
  usd: 0.0003,
  durationMs: 1840,
  ...call,
});

/** Screens of the AI functions, with a model and without, and of the user's instructions to them. */
export const aiScreenshots: readonly Look[] = [
  {
    name: "assistant empty",
    as: "newcomer",
    take: async (page) => {
      await page.goto("/app");
      await openAssistant(page);
    },
  },
  {
    name: "assistant answer",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await openAssistant(page);
      await ask(page, "When is the tender opening?");
    },
  },
  {
    name: "assistant actions",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await openAssistant(page);
      await ask(page, "Archive the mails from Rowing Notes");
    },
  },
  {
    name: "assistant failed",
    as: "nora",
    take: async (page) => {
      await page.route("**/ai/chat/stream", (route) => route.abort());
      await openList(page);
      await openAssistant(page);
      await page.getByLabel("Your question").fill("Who waits for an answer of mine?");
      await page.keyboard.press("Enter");
      await page.getByText("Failed to send message. Please try again.").waitFor();
    },
  },
  {
    name: "assistant minimized",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await openAssistant(page);
      await page.getByRole("button", { name: "Minimize" }).click();
      await page.getByRole("button", { name: "Restore AI Assistant" }).waitFor();
    },
  },
  {
    name: "reader summary",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, request);
      await page.getByRole("tab", { name: "AI Summary" }).click();
      await page.getByText("Made on this server without AI models", { exact: true }).waitFor();
    },
  },
  {
    name: "reader summary failed",
    as: "nora",
    take: async (page, stage) => {
      await page.route("**/email/summarize", (route) => route.abort());
      await openMail(page, stage, "Piling works, Pier 2: recommendation");
      await page.getByRole("tab", { name: "AI Summary" }).click();
      await page.getByText("Could not create the summary").waitFor();
    },
  },
  {
    name: "reader sorting",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, request);
      await page
        .getByRole("button", { name: /Category and priority$/ })
        .first()
        .click();
      await page.getByRole("menuitemradio").first().waitFor();
    },
  },
  {
    name: "compose reply suggestions",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, request);
      await page.getByRole("button", { name: "Reply", exact: true }).click();
      await page.getByRole("button", { name: "AI Suggestions" }).click();
      await page.getByRole("region", { name: "Suggested replies" }).waitFor();
      await page.getByRole("button", { name: "Use the casual reply" }).waitFor();
    },
  },
  {
    name: "compose templates",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByLabel("To", { exact: true }).fill("marta.eklund@harbourworks.example,");
      await dialog.getByRole("button", { name: "Templates and writing" }).click();
      await dialog.getByRole("listbox").getByRole("option").first().waitFor();
    },
  },
  {
    name: "compose templates with a model",
    as: "nora",
    take: async (page) => {
      await page.route("**/ai/suggest-templates", async (route) => {
        const answer = await route.fetch();
        const found = (await answer.json()) as Api["POST /ai/suggest-templates"]["output"];
        await route.fulfill({
          json: { ...found, meta: { ...found.meta, isModelAvailable: true } },
        });
      });
      const dialog = await openComposer(page);
      await dialog.getByRole("button", { name: "Templates and writing" }).click();
      await dialog
        .getByRole("combobox", { name: "What is this email for?" })
        .fill("decline the invitation to the regatta dinner");
      await page
        .getByRole("listbox")
        .getByRole("option", { name: /^Write with AI/ })
        .waitFor();
    },
  },
  {
    name: "settings ai",
    as: "nora",
    take: (page) => openTab(page, "ai"),
  },
  {
    name: "settings ai with a model",
    as: "nora",
    take: async (page, stage) => {
      await page.route("**/ai/settings", (route) => route.fulfill({ json: { settings } }));
      const offer = await stage.idOf("Piling works, Pier 2: recommendation");
      // Safe: it is the id of a message.
      const emails = [{ id: offer, subject: "Piling works, Pier 2: recommendation" }];
      const calls = [
        ledgerCall("2026-11-18T08:31:00.000Z", { emails } as Partial<ModelCall>),
        ledgerCall("2026-11-18T08:12:00.000Z", { task: "replies", usd: null, inputTokens: 940 }),
        ledgerCall("2026-11-17T16:05:00.000Z", { task: "assistant", outcome: "slow", usd: 0.021 }),
      ];
      await page.route(/\/ai\/ledger/, (route) =>
        route.fulfill({ json: { calls, nextCursor: null } }),
      );
      await openTab(page, "ai");
      await page.getByRole("table").waitFor();
    },
  },
  {
    name: "settings ai ledger",
    as: "nora",
    take: async (page, stage) => {
      const look = aiScreenshots.find(({ name }) => name === "settings ai with a model");
      await look?.take(page, stage);
      await page.getByRole("table").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "settings templates",
    as: "nora",
    take: async (page) => {
      await openTab(page, "templates");
      await page.getByText("Way to the pier").waitFor();
    },
  },
  {
    name: "settings templates empty",
    as: "newcomer",
    take: (page) => openTab(page, "templates"),
  },
  {
    name: "settings templates add",
    as: "nora",
    take: async (page) => {
      await openTab(page, "templates");
      await page.getByRole("button", { name: "Add template" }).click();
      await page.getByRole("dialog", { name: "Add template" }).waitFor();
    },
  },
  { name: "settings rules", as: "nora", take: (page) => openTab(page, "rules") },
  { name: "settings rules empty", as: "newcomer", take: (page) => openTab(page, "rules") },
  {
    name: "settings rules new",
    as: "nora",
    take: async (page) => {
      await openTab(page, "rules");
      await page.getByRole("button", { name: "New rule" }).click();
      await page.getByLabel("What should happen?").waitFor();
    },
  },
  {
    name: "settings rules read",
    as: "nora",
    take: async (page) => {
      await openTab(page, "rules");
      await page.getByRole("button", { name: "New rule" }).click();
      await page
        .getByLabel("What should happen?")
        .fill("Archive mail from harbourworks.example, label it Quay 7 and mark it as read");
      await page.keyboard.press("Enter");
      await page.getByText(/match(es)? in the last 30 days/i).waitFor();
    },
  },
];

async function openAssistant(page: Page): Promise<void> {
  // Hide the questions asked by other looks.
  await page.route("**/ai/chat", (route) => route.fulfill({ json: { turns: [] } }));
  await page.getByRole("button", { name: "Open AI Assistant" }).click();
  await page.getByRole("dialog", { name: "AI Assistant" }).waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("Your question").fill(question);
  await page.keyboard.press("Enter");
  await page.getByText("Made on this server without AI models").first().waitFor();
}
