import { byTurns, startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import { createProber } from "./prober.ts";
import type { Fill } from "./filled.ts";
import type { Product } from "./product.ts";
import { untilSettled } from "./settled.ts";

const bench = "ai";
const times = 100;
/** Row 24: response times in a large mailbox over HTTP, compared with those of an idle server. */
export async function benchLatency(options: {
  fill: Fill;
  messages: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  const { product, mailbox } = await options.fill(options.messages);
  options.print(`ai: ${options.messages} mails are here; what is made of them goes on for a while`);
  await untilSettled(product);
  await using control = await startControl();
  using prober = createProber(product.token);
  const letters = await lettersOf(product, times + 10);
  const queries = mailbox.words.queries().map(({ own }) => own);
  const pick = <T>(from: readonly T[], turn: number): T => {
    const one = from[turn % from.length];
    if (one === undefined) throw new Error("There is nothing to ask about.");
    return one;
  };
  const measured = [
    ["search", 15, "/email/search", (turn: number) => ({ query: pick(queries, turn), limit: 20 })],
    [
      "summary of a mail and its conversation",
      15,
      "/email/summarize",
      (turn: number) => ({ emailId: pick(letters, turn).id }),
    ],
    [
      "suggested replies",
      15,
      "/ai/generate-replies",
      (turn: number) => ({ emailId: pick(letters, turn).id, engine: "local" }),
    ],
    ["answer of the assistant", 100, "/ai/chat", (turn: number) => ({ query: questionOf(turn) })],
  ] as const;
  const questionOf = (turn: number) => {
    const { subject, from } = pick(letters, turn);
    const about = subject.replace(/^Re: /, "");
    return pick(
      [
        `When is ${about}?`,
        `How much is ${about}?`,
        `What did ${from} write about ${about}?`,
        `Who wrote about ${about}?`,
      ],
      turn,
    );
  };
  const figures: Figure[] = [];
  for (const [what, target, address, bodyOf] of measured) {
    const samples = await byTurns(control, times, (turn) =>
      prober.post(`${product.app.url}${address}`, bodyOf(turn)),
    );
    figures.push({
      bench,
      what: `${what} in ${options.messages}, p95`,
      value: percentile(samples.own, 0.95),
      control: percentile(samples.control, 0.95),
      target,
      unit: "ms",
    });
  }
  return figures;
}

/** Returns replies from conversations, one message each. */
async function lettersOf(
  { call }: Product,
  count: number,
): Promise<{ id: string; subject: string; from: string }[]> {
  const letters: { id: string; subject: string; from: string }[] = [];
  let cursor = "";
  while (letters.length < count) {
    const input = { folder: "inbox", limit: 50, ...(cursor && { cursor }) } as const;
    const { emails, nextCursor } = await call("GET /email/list", input);
    for (const { id, subject, fromName, fromAddress } of emails) {
      const from = fromName[0] ?? fromAddress[0] ?? "";
      if (subject.startsWith("Re: ")) letters.push({ id, subject, from });
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  if (letters.length === 0) throw new Error("Nobody answers here: take more --messages.");
  return letters;
}
