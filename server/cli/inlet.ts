/** `npm run inlet -- COMMAND`: the operator's commands, for when the web page is of no help. */
import process from "node:process";
import { Failure } from "#/base/failure.ts";
import { WrongKey } from "#/base/secret-box.ts";
import { type Config, ConfigError, parseConfig } from "#/config.ts";
import { examineInstallation } from "#/cli/doctor.ts";
import { openInstallation, Refusal } from "#/cli/installation.ts";
import { makeAdmin, resetPassword } from "#/cli/users.ts";
import { rotateKeys } from "#/cli/rotate-keys.ts";
import { FolderInUse } from "#/store/engine/data-folder-lock.ts";

const usage = `Usage: npm run inlet -- COMMAND

  doctor                  checks the installation and says what to do
  reset-password EMAIL    sets a new password for a user and shows it once
    --without-second-factor   and removes their authenticator app and recovery codes
  make-admin EMAIL        makes a user an administrator and enables their account
  rotate-keys             encrypts every stored secret with a new key; stop Inlet first

Uses the same settings as the server, mainly INLET_DATA_DIR and DATABASE_URL.`;

const marks = { good: "ok  ", note: "note", bad: "BAD " } as const;

try {
  process.exitCode = await run(process.argv.slice(2), parseConfig(process.env));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

async function run([command, ...given]: string[], config: Config): Promise<number> {
  const flags = given.filter((word) => word.startsWith("--"));
  const [email, ...more] = given.filter((word) => !word.startsWith("--"));
  const known = command === "reset-password" ? ["--without-second-factor"] : [];
  const isPlain = more.length === 0 && flags.every((flag) => known.includes(flag));
  if (isPlain && email === undefined) {
    if (command === "rotate-keys") return rotateKeys(config, print).then(() => 0);
    if (command === "doctor") return examine(config);
  }
  if (isPlain && email !== undefined) {
    if (command === "reset-password") {
      await using installation = await openInstallation(config);
      const dropsSecondStep = flags.includes("--without-second-factor");
      (await resetPassword(installation, email, { dropsSecondStep })).forEach(print);
      return 0;
    }
    if (command === "make-admin") {
      await using installation = await openInstallation(config);
      (await makeAdmin(installation, email)).forEach(print);
      return 0;
    }
  }
  process.stderr.write(`${usage}\n`);
  return 2;
}

/** Prints the findings and returns the exit code: 0 if nothing has to be done. */
async function examine(config: Config): Promise<number> {
  await using installation = await openInstallation(config);
  const findings = await examineInstallation(installation);
  for (const { what, state, finding } of findings) {
    print(`${marks[state]}  ${`${what}:`.padEnd(16)} ${finding}`);
  }
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sentenceOf(error: unknown): string {
  const isExplained = [ConfigError, FolderInUse, WrongKey, Refusal, Failure].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error)) return String(error);
  const isSystem = "code" in error && typeof error.code === "string";
  return isExplained || isSystem ? error.message : (error.stack ?? error.message);
}
