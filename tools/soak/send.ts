import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "../../server/store/engine/database.ts";
import { migrate } from "../../server/store/engine/migrate.ts";
import { smtpPhases } from "../../server/testing/faults/breakable-smtp.ts";
import { isSound, sendFaults, startSendLab } from "../../server/testing/apps/send-trial.ts";
import type { SoakPart, SoakRun } from "./soak-part.ts";

const rounds = 20;
const visibleWithinMs = 60_000;

/** Injects each fault at each point of SMTP, twenty times: nothing is sent twice, and every loss is reported. */
export const sendPart: SoakPart = { name: "send", open: openLab };

async function openLab(): Promise<SoakRun> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-soak-send-"));
  const database = await openDatabase({ url: path.join(dir, "inlet.db") });
  await migrate(database);
  const retryWaitsMs = Array.from({ length: 20 }, () => 20);
  const lab = await startSendLab(database, {
    timeouts: { answerMs: 2500, unsureMs: 60_000, retryWaitsMs },
    holdMs: 300,
  });
  const cells = smtpPhases.flatMap((phase) => sendFaults.map((fault) => ({ phase, fault })));
  return {
    cases: rounds * cells.length,
    async attempt(seed) {
      const cell = cells[(seed - 1) % cells.length];
      if (cell === undefined) return;
      const trial = await lab.run(cell.phase, cell.fault);
      const what = `${cell.phase}, ${cell.fault}: ${JSON.stringify(trial)}`;
      if (!isSound(trial)) throw new Error(`sent twice, or lost in silence: ${what}`);
      if (trial.tookMs > visibleWithinMs) throw new Error(`told too late: ${what}`);
    },
    async [Symbol.asyncDispose]() {
      await lab[Symbol.asyncDispose]();
      await database.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
