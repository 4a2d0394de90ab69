import { expect, test } from "vitest";
import { promisesAttachment } from "#/features/compose/send/missing-attachment.ts";

test("detects the mention of an attachment in many languages", () => {
  for (const text of [
    "I have attached the plan.",
    "See the attachment",
    "Im Anhang findest du alles.",
    "Anbei die Rechnung",
    "Vous trouverez en pièce jointe le plan.",
    "ci-joint le devis",
    "Te envío adjunto el plano",
    "資料を添付します",
    "请见附件",
  ]) {
    expect(promisesAttachment(text), text).toBe(true);
  }
});

test("does not detect it in quoted text, nor in words that only look like it", () => {
  for (const text of [
    "> see attached",
    "Thanks!",
    "We grew apart; an attaché called.",
    "Anlagenbau",
  ]) {
    expect(promisesAttachment(text), text).toBe(false);
  }
});
