import { expect, test, vi } from "vitest";
import { type SmtpPhase, smtpPhases } from "#/testing/faults/breakable-smtp.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { isSound, type SendFault, sendFaults, startSendLab } from "#/testing/apps/send-trial.ts";

// The tests use real processes, maybe on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const retryWaitsMs = Array.from({ length: 20 }, () => 20);
const timeouts = { answerMs: 2500, unsureMs: 60_000, retryWaitsMs };

/**
 * Returns the expected outcome. Only where delivery is unknowable is the user asked; everything else is sent automatically, once.
 */
function expected(
  phase: SmtpPhase,
  fault: SendFault,
): { accepted: number; state: string } | "sound" {
  if (phase === "final dot") return { accepted: 1, state: "unknown" };
  if (phase === "content" && fault === "kill") return { accepted: 0, state: "unknown" };
  // After this much repeated content a busy machine may time out without a fault.
  if (phase === "content") return "sound";
  return { accepted: 1, state: "accepted" };
}

/** The phases around the write to the database; earlier ones leave no trace in it. */
const aroundTheMark: readonly SmtpPhase[] = ["data", "content", "final dot", "quit"];
/** Phases in which a kill could lose a message or send it twice; each kill costs the start of another process. */
const worstKills: readonly SmtpPhase[] = ["content", "final dot", "quit"];

withDatabases((open, engine) => {
  const allPhases = engine === "sqlite" ? smtpPhases : aroundTheMark;
  const phasesOf = (fault: SendFault) =>
    fault === "kill" ? momentsOf(allPhases, worstKills) : allPhases;
  // A broken connection has the same effect on both database engines; a kill leaves a different state in each.
  const faults = engine === "sqlite" ? sendFaults : momentsOf(sendFaults, ["kill"] as const);
  test("wherever SMTP breaks, a message is sent once or the user learns that it is unknown", async () => {
    const all = faults.map(async (fault) => {
      await using lab = await startSendLab(await open(), { timeouts, holdMs: 300 });
      const fared: [SmtpPhase, object | "sound"][] = [];
      for (const phase of phasesOf(fault)) {
        const trial = await lab.run(phase, fault);
        const { accepted, state } = trial;
        const isOpen = expected(phase, fault) === "sound" && isSound(trial);
        fared.push([phase, isOpen ? "sound" : { accepted, state }]);
      }
      return { fault, fared };
    });
    expect(await Promise.all(all)).toEqual(
      faults.map((fault) => ({
        fault,
        fared: phasesOf(fault).map((phase) => [phase, expected(phase, fault)]),
      })),
    );
  });
});
