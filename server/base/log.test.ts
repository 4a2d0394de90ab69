import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const log = new URL("./log.ts", import.meta.url).href;

/** Returns the lines that a separate process writes to standard error when it logs this. */
function logged(fields: object, message: string): string[] {
  const script = `const { createLog } = await import(${JSON.stringify(log)});
    const [fields, message] = JSON.parse(process.argv[1]);
    const cause = new Error(message);
    cause.stack = message;
    createLog("info").info({ ...fields, err: cause }, message);`;
  const given = JSON.stringify([fields, message]);
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, given]);
  return stderr.toString().split("\n").slice(0, -1);
}

test("a log entry is one line for any characters in a stranger's text", () => {
  const ends = ["\r\n", "\n", "\r", "\u2028", "\u0085", "\x1b[2K", "\x0b", "\x1b]0;x\x07"];
  const text = ends.map((end) => `a${end}{"level":30,"msg":"forged"}`).join("");
  const lines = logged({ host: text, reason: { reported: text } }, text);
  expect(lines).toHaveLength(1);
  // Control characters must not reach a terminal.
  expect(lines[0]).not.toMatch(/[\x00-\x1f\x7f]/);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: text, host: text });
});

test("removes secrets, also from nested values", () => {
  const secret = "canary-0815";
  const fields = { pass: secret, login: { password: secret, more: { token: secret } } };
  expect(logged(fields, "tried").join("")).not.toContain(secret);
});

test("an error is logged with its type and location, without text from a server or a user", () => {
  const script = `const { createLog } = await import(${JSON.stringify(log)});
    const refused = Object.assign(new Error("550 Ada's secret <ada@example.org>"), {
      responseCode: 550, response: "550 Ada", detail: "Key (email)=(ada@example.org) exists.",
    });
    const known = Object.assign(new Error("mail server: closed", { cause: refused }), { kind: "closed" });
    known.name = "WireError";
    createLog("info").error({ err: new Error('no "Ada" at ada@example.org', { cause: known }) }, "failed");`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  const line = stderr.toString();
  expect(line.toLowerCase()).not.toContain("ada");
  expect(JSON.parse(line)).toMatchObject({
    err: {
      type: "Error",
      message: 'no "…" at [address]',
      stack: expect.stringMatching(/^ +at /),
      cause: { type: "WireError", kind: "closed", cause: { type: "Error", responseCode: 550 } },
    },
  });
});
