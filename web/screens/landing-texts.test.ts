/** Compares the product's published texts of the landing page, line by line, with those in the code. */
import { expect, test } from "vitest";
import { demoSamples } from "#/features/landing/demo-samples.ts";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { sampleMessages } from "#/features/landing/sample-messages.ts";
import { starCount, starsWhenUnknown } from "#/features/landing/star-count.ts";

const { header, hero, features, demo, closing } = landingTexts;

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["header: buttons", [header.login, header.getStarted], ["Login", "Get Started"]],
  ["header: link", header.gitHub, "GitHub"],
  ["header: stars that cannot be counted", starsWhenUnknown, "5"],
  ["header: stars from 1000 on", [999, 1000, 1234].map(starCount), ["999", "1.0k", "1.2k"]],
  ["hero: button", hero.start, "Start Free Trial"],
  [
    "hero: cards",
    [hero.cards.inbox.title, hero.cards.intelligence.title, hero.cards.integrations.title],
    ["Unified Smart Inbox", "AI Email Intelligence", "Seamless Integrations"],
  ],
  [
    "screenshot: figures",
    marketing.stats.map(({ figure, about }) => `${figure} ${about}`),
    ["3 minutes setup", "89% time saved", "Zero learning curve"],
  ],
  ["features: phases of the hub", features.hub.phases.length, 4],
  [
    "features: titles",
    [
      features.summaries.title,
      features.replies.title,
      features.palette.title,
      features.integrations.title,
    ],
    [
      "AI summarisation",
      "Smart replies and classification",
      "Command palette",
      "Cross-platform integrations",
    ],
  ],
  ["features: tones", marketing.tones, ["Professional", "Casual", "Formal"]],
  [
    "features: integrations",
    marketing.integrations,
    ["Telegram bot alerts", "Slack", "Webhooks", "Notion", "Trello", "Calendar"],
  ],
  ["features: mailboxes", marketing.mailServices, ["Gmail", "Outlook", "Yahoo"]],
  [
    "demo: messages",
    demo.steps,
    [
      "Analyzing email content...",
      "Identifying key information...",
      "Generating smart summary...",
      "AI analysis complete!",
    ],
  ],
  [
    "demo: categories",
    demoSamples.map(({ category }) => category),
    ["urgent", "business", "personal", "newsletter"],
  ],
  [
    "demo: priorities",
    [...new Set(demoSamples.map(({ priority }) => priority))],
    ["high", "medium", "low"],
  ],
  [
    "problem: figures",
    marketing.problems.map(({ figure, about }) => `${figure} ${about}`),
    [
      "2.5 hours a day spent on email",
      "67% of important emails buried",
      "40% productivity drop",
      "144 emails per day",
    ],
  ],
  ["claims: trial", marketing.trial, ["14-day free trial", "No credit card", "Cancel anytime"]],
  ["claims: setup", marketing.setup, "Setup in 3 minutes"],
  [
    "claims: rating",
    `${hero.rated} ${marketing.rating.score} ${hero.ratedBy} ${marketing.rating.by}`,
    "Rated 4.9/5 by 1,200+ users",
  ],
  [
    "closing: actions",
    [closing.start, closing.schedule],
    ["Start Free Trial Now", "Schedule Demo"],
  ],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});

test("says what each integration does", () => {
  expect(new Set(features.integrations.uses).size).toBe(marketing.integrations.length);
});

test("states about Slack that nothing is posted without permission, which can be revoked", () => {
  expect(marketing.slackPromise).toContain("never posts to Slack without permission");
  expect(marketing.slackPromise).toContain("can be revoked");
});

test("the sample inbox has messages of every mailbox in the texts", () => {
  expect(new Set(sampleMessages.map(({ mailbox }) => mailbox))).toEqual(
    new Set(marketing.mailServices),
  );
});

test("each sample message of the demo has a different summary", () => {
  const summaries = demoSamples.map(({ summary }) => summary);
  expect(summaries.every((summary) => summary.length > 20)).toBe(true);
  expect(new Set(summaries).size).toBe(demoSamples.length);
});
