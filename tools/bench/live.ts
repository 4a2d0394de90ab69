import { connect } from "node:net";
import { chromium } from "@playwright/test";
import { summarise, timed } from "./measure.ts";
import type { BenchResult } from "./result.ts";
import { buildWorld, describeWorld, whenAllHere, type World } from "./world.ts";

const deliveries = 40;

/** From delivery into the maildir to the row on the page of a real browser. */
export async function benchLive(
  messages: number,
  say: (text: string) => void,
): Promise<BenchResult> {
  await using world = await buildWorld(messages, say);
  say("Inlet …");
  await world.connect();
  await whenAllHere(world);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${world.app.url}/login`);
    await page.getByLabel("Email", { exact: true }).fill("bench@example.com");
    await page.getByLabel("Password", { exact: true }).fill("measured twice");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    const rows = page.getByRole("grid").getByRole("row");
    await rows.nth(3).waitFor();
    const control = summarise(await times(20, () => page.evaluate(() => document.title)));
    const heard = await listen(world);
    const fromDelivery: number[] = [];
    const fromExists: number[] = [];
    for (let at = 0; at < deliveries; at++) {
      const subject = `Live mail ${at} of ${deliveries}.`;
      const raw = `From: a@example.org\nTo: ${world.ours.address}\nSubject: ${subject}\nMessage-ID: <live${at}.${Date.now()}@example.org>\n\nHello.\n`;
      const exists = heard.next();
      const started = performance.now();
      await world.servers.imap.deliver(world.ours.address, raw);
      await rows.filter({ hasText: subject }).waitFor({ state: "visible" });
      const shown = performance.now();
      fromDelivery.push(shown - started);
      fromExists.push(Math.max(0, shown - (await exists)));
    }
    heard.stop();
    const whole = summarise(fromDelivery);
    const own = summarise(fromExists);
    const beside = `an empty call into the page: p95 ${control.p95} ms`;
    return {
      bench: "live",
      on: describeWorld(world),
      figures: [
        { what: "delivery to row, p95", value: whole.p95, unit: "ms", target: 1000, beside },
        { what: "delivery to row, median", value: whole.median, unit: "ms", beside },
        {
          what: "the server's EXISTS to row, p95",
          value: own.p95,
          unit: "ms",
          target: 150,
          beside,
        },
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Another client in IDLE: `next` answers when the server next said EXISTS. */
async function listen({ servers, ours }: World) {
  const socket = connect(servers.imap.imapPort, servers.imap.host);
  let answer: ((at: number) => void) | undefined;
  await new Promise<void>((ready) => {
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (/^\+ idling/m.test(text)) ready();
      else if (/^\* \d+ EXISTS/m.test(text)) answer?.(performance.now());
    });
    socket.write(`a LOGIN "${ours.address}" "${ours.password}"\r\nb SELECT INBOX\r\nc IDLE\r\n`);
  });
  return {
    next: () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      }),
    stop: () => socket.destroy(),
  };
}

async function times(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at++) taken.push(await timed(run));
  return taken;
}
