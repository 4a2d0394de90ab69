import { peakMemoryMb, round, sampleWhile, summarise } from "./measure.ts";
import { runPeer } from "./peer.ts";
import type { BenchResult } from "./result.ts";
import { buildWorld, describeWorld, whenAllHere, type World } from "./world.ts";

/** A first sync until everything is searchable and threaded, against mbsync + notmuch on the same mail. */
export async function benchSync(
  messages: number,
  say: (text: string) => void,
): Promise<BenchResult> {
  await using world = await buildWorld(messages, say);
  say("mbsync and notmuch …");
  const peer = await runPeer(world);
  say("Inlet …");
  const firstPage = () => world.call("GET /email/list", { limit: 20 });
  await firstPage();
  const idle = summarise(await sampleFor(firstPage, 3000));
  const lag = watchLag(world);
  const requests = sampleWhile(firstPage, 20);
  const started = performance.now();
  const visible = whenVisible(world, 50).then(() => performance.now() - started);
  await world.connect();
  const addMs = performance.now() - started;
  const firstFiftyMs = await visible;
  await whenAllHere(world);
  const wallMs = performance.now() - started;
  const during = summarise(await requests.stop());
  const maxLagMs = await lag.stop();
  const { results } = await world.call("POST /email/search", { query: "survey", limit: 5 });
  if (results.length === 0) throw new Error("Everything is here, and a common word is not found.");
  const peerMs = peer.fetchMs + peer.indexMs;
  return {
    bench: "sync",
    on: describeWorld(world),
    figures: [
      {
        what: "wall time against the peer",
        value: round(wallMs / peerMs),
        unit: "×",
        target: 0.3,
        beside: `Inlet ${seconds(wallMs)}, mbsync ${seconds(peer.fetchMs)} + notmuch ${seconds(peer.indexMs)}`,
      },
      {
        what: "first 50 visible, from the click",
        value: round(firstFiftyMs),
        unit: "ms",
        target: 1000,
        beside: `the add itself answered after ${Math.round(addMs)} ms`,
      },
      {
        what: "HTTP list p95 meanwhile",
        value: during.p95,
        unit: "ms",
        target: 10,
        beside: `idle p95 ${idle.p95} ms; meanwhile median ${during.median}, max ${during.max}, ${during.count} calls`,
      },
      { what: "event-loop delay, max", value: maxLagMs, unit: "ms", target: 20 },
      { what: "memory, most (RSS)", value: peakMemoryMb(world.app.pid), unit: "MB", target: 400 },
      { what: "messages a second", value: Math.round((messages / wallMs) * 1000), unit: "/s" },
    ],
  };
}

async function sampleFor(run: () => Promise<unknown>, ms: number): Promise<number[]> {
  const samples = sampleWhile(run, 20);
  await new Promise((resolve) => setTimeout(resolve, ms));
  return samples.stop();
}

async function whenVisible({ call }: World, count: number): Promise<void> {
  for (;;) {
    const { emails } = await call("GET /email/list", { limit: count });
    if (emails.length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// The server's own gauge counts from the last reading on.
function watchLag({ app }: World): { stop: () => Promise<number> } {
  let most = Number.NaN;
  const read = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const found = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
    if (found) most = Math.max(Number.isNaN(most) ? 0 : most, Number(found) * 1000);
  };
  const samples = sampleWhile(read, 500);
  return {
    stop: async () => {
      await samples.stop();
      return round(most);
    },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
