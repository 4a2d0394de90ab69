import { afterEach, expect, test } from "vitest";
import { createEgress } from "#/egress/egress.ts";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startHostileSmtp } from "#/testing/faults/hostile-smtp/hostile-smtp.ts";
import { hostileSmtpModes, type SmtpAttack } from "#/testing/faults/hostile-smtp/modes.ts";
import { sendMail } from "./send.ts";
import { SmtpError } from "./smtp-error.ts";

afterEach(stopFakeServers);

const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const raw = Buffer.from("Subject: Hi\r\n\r\nHi\r\n");

/** Returns how an attempt to send ends. */
async function send(attack: SmtpAttack, recipients = 1): Promise<SmtpAttack["ends"]> {
  const { port } = await startHostileSmtp(attack);
  const login = { host: "127.0.0.1", port, tls: attack.tls ?? false, user: "ann", pass: "secret" };
  const to = Array.from({ length: recipients }, (_, at) => `reader${at}@test.example`);
  const envelope = { from: "ann@test.example", to };
  try {
    await sendMail(egress, login, { envelope, raw }, { timeoutMs: isSlow(attack) ? 1000 : 15_000 });
    return "sent";
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    return error.kind;
  }
}

/** Returns the thread's processor time and the process's peak memory. */
async function costOf<Result>(work: Promise<Result>) {
  const before = { cpuMs: cpuTimeMs(), bytes: process.memoryUsage().rss };
  let maxBytes = before.bytes;
  const look = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
  }, 10);
  try {
    const result = await work;
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
    return {
      result,
      cpuMs: cpuTimeMs() - before.cpuMs,
      mebibytes: (maxBytes - before.bytes) / 2 ** 20,
    };
  } finally {
    clearInterval(look);
  }
}

const modes = Object.entries(hostileSmtpModes);
const isSlow = ({ everyMs, afterMs }: SmtpAttack) => (everyMs ?? afterMs) !== undefined;
const isFlood = ({ reply, endless, everyMs }: SmtpAttack) =>
  everyMs === undefined && (endless !== undefined || reply.some((piece) => piece.length > 10_000));

test.each(modes.filter(([, attack]) => isFlood(attack)))(
  "a server that sends %s costs little memory and time",
  async (_mode, attack) => {
    const { result, cpuMs, mebibytes } = await costOf(send(attack));
    expect(result).toBe(attack.ends);
    expect(cpuMs).toBeLessThan(1000);
    expect(mebibytes).toBeLessThan(64);
  },
);

test.each([
  ["speak slowly", modes.filter(([, attack]) => isSlow(attack))],
  [
    "refuse, break off or make no sense",
    modes.filter(([, attack]) => !isSlow(attack) && !isFlood(attack)),
  ],
])("servers that %s end an attempt, all at the cost of one", async (_what, all) => {
  const attempts = all.map(async ([mode, attack]) => [mode, await send(attack)]);
  const { result, cpuMs, mebibytes } = await costOf(Promise.all(attempts));
  expect(result).toEqual(all.map(([mode, { ends }]) => [mode, ends]));
  expect(cpuMs).toBeLessThan(1000);
  expect(mebibytes).toBeLessThan(64);
});

test("refusals of 60 KB for each of 2,000 recipients cost little memory", async () => {
  const line = `550-${"x".repeat(15_000)}\r\n`;
  const refusal = {
    on: /^RCPT /,
    reply: [line.repeat(4), "550 no\r\n"],
    ends: "temporary",
  } as const;
  const { result, mebibytes } = await costOf(send(refusal, 2000));
  expect(result).toBe(refusal.ends);
  expect(mebibytes).toBeLessThan(64);
});

test("a server has the full timeout for each reply", async () => {
  const unhurried = { on: /^RCPT /, reply: ["250 ok\r\n"], afterMs: 100, ends: "sent" } as const;
  expect(await send(unhurried, 25)).toBe("sent");
});

test("a server that stretches its replies is disconnected after the time for a message", async () => {
  const { port } = await startHostileSmtp({
    on: /^RCPT /,
    reply: [],
    endless: "\r\n",
    everyMs: 100,
    ends: "temporary",
  });
  const login = { host: "127.0.0.1", port, tls: false, user: "", pass: "" };
  const envelope = { from: "ann@test.example", to: ["reader@test.example"] };
  const sending = sendMail(egress, login, { envelope, raw }, { handOverMs: 300 });
  await expect(sending).rejects.toMatchObject({ kind: "temporary" });
});
