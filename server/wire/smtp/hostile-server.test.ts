import { afterEach, expect, test } from "vitest";
import { createEgress } from "#/egress/egress.ts";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { stopFakeServers } from "#/testing/fake-server.ts";
import { startHostileSmtp } from "#/testing/hostile-smtp/hostile-smtp.ts";
import { hostileSmtpModes, type SmtpAttack } from "#/testing/hostile-smtp/modes.ts";
import { sendMail } from "./send.ts";
import { SmtpError } from "./smtp-error.ts";

afterEach(stopFakeServers);

const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const outgoing = {
  envelope: { from: "ann@test.example", to: ["ben@test.example"] },
  raw: Buffer.from("Subject: Hi\r\n\r\nHi\r\n"),
};

/** Returns how an attempt to send ends. */
async function send(attack: SmtpAttack): Promise<SmtpAttack["ends"]> {
  const { port } = await startHostileSmtp(attack);
  const login = { host: "127.0.0.1", port, tls: attack.tls ?? false, user: "ann", pass: "secret" };
  try {
    await sendMail(egress, login, outgoing, { timeoutMs: isSlow(attack) ? 1000 : 15_000 });
    return "sent";
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    return error.kind;
  }
}

/** Returns what the work costs this thread in processor time, and the process in memory at most. */
async function costOf<Result>(work: Promise<Result>) {
  const before = { cpuMs: cpuTimeMs(), bytes: process.memoryUsage().rss };
  let mostBytes = before.bytes;
  const look = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }, 10);
  try {
    const result = await work;
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
    return {
      result,
      cpuMs: cpuTimeMs() - before.cpuMs,
      mebibytes: (mostBytes - before.bytes) / 2 ** 20,
    };
  } finally {
    clearInterval(look);
  }
}

const modes = Object.entries(hostileSmtpModes);
const isSlow = ({ everyMs }: SmtpAttack) => everyMs !== undefined;
const isFlood = ({ say, endless, everyMs }: SmtpAttack) =>
  everyMs === undefined && (endless !== undefined || say.some((piece) => piece.length > 100_000));

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
])("servers that %s end an attempt, all at once for the price of one", async (_what, all) => {
  const attempts = all.map(async ([mode, attack]) => [mode, await send(attack)]);
  const { result, cpuMs, mebibytes } = await costOf(Promise.all(attempts));
  expect(result).toEqual(all.map(([mode, { ends }]) => [mode, ends]));
  expect(cpuMs).toBeLessThan(1000);
  expect(mebibytes).toBeLessThan(64);
});
