import { round, summarise, timed } from "./measure.ts";
import { runPeer } from "./peer.ts";
import type { BenchResult, Figure } from "./result.ts";
import { buildWorld, describeWorld, whenAllHere } from "./world.ts";

/** The same question to the product and to notmuch. */
const questions = [
  ["rare word", "goose", "goose"],
  ["common word", "survey", "survey"],
  ["two words", "harbour master", "harbour and master"],
  ["prefix", "corro", "corro*"],
  ["phrase", '"splash zone"', '"splash zone"'],
  ["sender", "from:owen", "from:owen"],
  ["no hit", "qqqqzz", "qqqqzz"],
] as const;

const rounds = 30;

/** Searches over HTTP against `notmuch search --limit=20` on the same mail. */
export async function benchSearch(
  messages: number,
  say: (text: string) => void,
): Promise<BenchResult> {
  await using world = await buildWorld(messages, say);
  say("mbsync and notmuch …");
  const peer = await runPeer(world);
  say("Inlet …");
  await world.connect();
  await whenAllHere(world);
  const control = summarise(await repeat(() => fetch(`${world.app.url}/healthz`)));
  const figures: Figure[] = [];
  for (const [what, query, theirs] of questions) {
    const { results } = await world.call("POST /email/search", { query });
    const mine = summarise(await repeat(() => world.call("POST /email/search", { query })));
    const notmuch = summarise(await repeat(() => peer.search(theirs)));
    figures.push({
      what: `${what}: ${query}`,
      value: mine.p95,
      unit: "ms",
      target: 5,
      beside: `${results.length} shown; notmuch p95 ${notmuch.p95} ms, ratio of medians ${round(mine.median / notmuch.median)}; /healthz p95 ${control.p95} ms`,
    });
  }
  return { bench: "search", on: describeWorld(world), figures };
}

async function repeat(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await run();
  for (let at = 0; at < rounds; at++) times.push(await timed(run));
  return times;
}
