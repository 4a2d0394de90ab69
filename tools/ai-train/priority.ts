/**
 * Creates server/ai/classify/priority.json from invented users with different preferences: it contains what they have in common.
 * Run `node tools/ai-train/priority.ts` after tools/ai-train/classify.ts.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Priority } from "@inlet/contract/mail/email.ts";
import { detectQuestion } from "../../server/ai/classify/question-detector.ts";
import { signalsOf } from "../../server/ai/classify/priority.ts";
import { generateMail } from "./sources.ts";

const worth: Readonly<Record<Priority, number>> = { High: 1, Medium: 0, Low: -1 };
const learned = generateMail("train", 120, 120).map(({ made, mail }) => {
  const request = detectQuestion(mail);
  const all = signalsOf(mail, {
    category: made.category,
    wish: request,
    human: made.isHuman ? 1 : 0,
  });
  const signals = [...all].filter(([name]) => !/^(?:from|domain) /.test(name));
  return { signals, priority: made.priority };
});
const weights: Record<string, number> = {};
let bias = 0;
for (let pass = 0; pass < 30; pass++) {
  const rate = 0.02 / (1 + pass / 5);
  for (const { signals, priority } of learned) {
    const sum = signals.reduce((all, [name, value]) => all + (weights[name] ?? 0) * value, bias);
    const error = worth[priority] - sum;
    bias += rate * error;
    for (const [name, value] of signals)
      weights[name] = (weights[name] ?? 0) + rate * error * value;
  }
}
const scored = learned
  .map(({ signals, priority }) => ({
    score: signals.reduce((all, [name, value]) => all + (weights[name] ?? 0) * value, bias),
    priority,
  }))
  .toSorted((a, b) => b.score - a.score);
// The threshold for `High` requires a precision of 80 %, because a missing mark of urgency is better than a wrong one.
let high = 0;
let highFrom = 1;
for (const [index, { score, priority }] of scored.entries()) {
  if (priority === "High") high++;
  if (high / (index + 1) >= 0.8) highFrom = score;
}
const low = scored.filter(({ priority }) => priority === "Low").length;
const lowTo = scored[scored.length - low]?.score ?? -0.5;
const round = (value: number) => Math.round(value * 1000) / 1000;
const kept = Object.fromEntries(
  Object.entries(weights).map(([name, value]) => [name, round(value)]),
);
const file = path.join(import.meta.dirname, "../../server/ai/classify/priority.json");
writeFileSync(
  file,
  `${JSON.stringify({ bias: round(bias), highFrom: round(highFrom), lowTo: round(lowTo), weights: kept }, null, 2)}\n`,
);
