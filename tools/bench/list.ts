import { round, summarise, timed } from "./measure.ts";
import type { BenchResult } from "./result.ts";
import { buildWorld, describeWorld, whenAllHere } from "./world.ts";

const rounds = 200;

/** The unified first page, and a page deep down, over HTTP. */
export async function benchList(
  messages: number,
  say: (text: string) => void,
): Promise<BenchResult> {
  await using world = await buildWorld(messages, say);
  say("Inlet …");
  await world.connect();
  await whenAllHere(world);
  const control = summarise(await repeat(() => fetch(`${world.app.url}/healthz`)));
  const deepPage = Math.min(500, Math.floor(messages / 20) - 1);
  let cursor: string | null = null;
  for (let page = 1; page < deepPage; page++) {
    const input: { limit: number; cursor?: string } = { limit: 20 };
    if (cursor !== null) input.cursor = cursor;
    const answer: { nextCursor: string | null } = await world.call("GET /email/list", input);
    cursor = answer.nextCursor;
  }
  if (cursor === null) throw new Error("The list ended before the page that is measured.");
  const deep = { limit: 20, cursor };
  const first = summarise(await repeat(() => world.call("GET /email/list", { limit: 20 })));
  const later = summarise(await repeat(() => world.call("GET /email/list", deep)));
  const beside = `/healthz p95 ${control.p95} ms`;
  return {
    bench: "list",
    on: describeWorld(world),
    figures: [
      { what: "first page p95", value: first.p95, unit: "ms", target: 5, beside },
      { what: `page ${deepPage} p95`, value: later.p95, unit: "ms", target: 5, beside },
      { what: "deep against first, medians", value: round(later.median / first.median), unit: "×" },
    ],
  };
}

async function repeat(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < 20; at++) await run();
  for (let at = 0; at < rounds; at++) times.push(await timed(run));
  return times;
}
