import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { shellMeter, stopProcess } from "./processor-time.ts";
import { endDaemons, runCommand } from "./run-command.ts";

const busy = "const end = process.cpuUsage().user + 1e5; while (process.cpuUsage().user < end);";
const options = { cwd: ".", minutes: 1, env: process.env };

describe("a command", () => {
  it("is measured together with what it starts", async () => {
    const words = ["-c", `"${process.execPath}" -e "${busy}"; exit 3`];
    const ended = await runCommand("sh", words, options);
    expect(ended.code).toBe(3);
    expect(ended.processorSeconds).toBeGreaterThan(0.1);
  });

  it("is stopped with its children on a timeout", async () => {
    const words = ["-c", "echo begun; sleep 100"];
    const ended = await runCommand("sh", words, { ...options, minutes: 0.005 });
    expect(ended.output).toContain("begun\n\nStopped after 0.005 minutes.");
    await endDaemons();
  });

  it("is stopped with its daemons if a control group counts them", async () => {
    const words = ["-c", "setsid sleep 100 >/dev/null 2>&1 & echo $!; sleep 100"];
    const { output, method } = await runCommand("sh", words, { ...options, minutes: 0.005 });
    const daemon = Number(/\d+/.exec(output)?.[0]);
    const isEnded = (): boolean => !isRunning(daemon);
    if (method === "control group") await vi.waitUntil(isEnded);
    else stopProcess(daemon);
    await endDaemons();
  });

  it("fails if the program does not exist", async () => {
    expect((await runCommand("no-such-program", [], options)).code).not.toBe(0);
  });
});

/** A process that has ended but was not reaped yet has an empty command line. */
function isRunning(id: number): boolean {
  const file = `/proc/${id}/cmdline`;
  return existsSync(file) && readFileSync(file, "utf8") !== "";
}

describe("the shell's meter", () => {
  it("counts the time of the command and passes its exit code on", () => {
    const meter = shellMeter();
    const [program, ...words] = meter.words(process.execPath, [
      "-e",
      `${busy} process.exitCode = 4`,
    ]);
    expect(spawnSync(program, words).status).toBe(4);
    expect(meter.seconds()).toBeGreaterThan(0.1);
    meter.remove();
  });
});
