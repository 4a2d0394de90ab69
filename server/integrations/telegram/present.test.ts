import { pseudo } from "@inlet/contract/pseudo.ts";
import { expect, it } from "vitest";
import type { DescribedMessage } from "#/integrations/core/read-message.ts";
import { textsIn } from "#/texts/texts.ts";
import { presentEvent } from "./present.ts";

const message = {
  account: "North",
  from: { name: "Ada", address: "ada@harbour.example" },
  subject: "Ropes",
  preview: "Have you any?",
  summary: "",
  category: "",
  priority: "",
  url: "https://inlet.example/app?email=1",
} as DescribedMessage;

const shown = (change: Partial<DescribedMessage>) =>
  presentEvent({ kind: "message.received", message: { ...message, ...change } }, textsIn("en"));

it("is in the user's language, without translating the message", () => {
  const reported = { kind: "message.received", message: { ...message, category: "Work" } } as const;
  const text = presentEvent(reported, textsIn("en-XA")).replaceAll("\u2060", "");
  expect(text).toContain("Have you any?");
  expect(text).toContain(`<i>North · ${pseudo("Work")}</i>`);
  expect(text).toContain(`">${pseudo("Open in Inlet")}</a>`);
});

it("shows the sender's address beside the name", () => {
  const text = shown({}).replaceAll("\u2060", "");
  expect(text).toContain("<b>Ada</b> (ada@harbour.example)");
});

it.each([
  "https://evil.example/login",
  "evil.example",
  "@mention",
  "/command",
  "#hashtag",
  "press@evil.example",
  "tg://resolve?domain=evil",
  "<a href='https://evil.example'>Open</a>",
])("shows %s as plain text in every field of a message", (hostile) => {
  for (const text of [
    shown({ subject: hostile }),
    shown({ preview: hostile }),
    shown({ summary: hostile }),
    shown({ from: { name: hostile, address: hostile } }),
    shown({ account: hostile }),
  ]) {
    const link = '<a href="https://inlet.example/app?email=1">Open in Inlet</a>';
    const own = text.replace(link, "").replaceAll(/<\/?[bi]>/g, "");
    expect(own).not.toMatch(/[.@/:#](?=[\p{L}\p{N}/])/u);
    expect(own).not.toContain("<a");
  }
});

it("shows untrusted text on one line, without hidden characters", () => {
  const text = shown({ subject: "Pay\u2028<b>now\u202Etxt\u200B.exe\n\nAccount: safe" });
  expect(text.split("\n")).toHaveLength(5);
  expect(text.replaceAll("\u2060", "")).not.toMatch(/[^\P{C}\n]/u);
});
