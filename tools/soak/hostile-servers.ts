/** Runs a hostile mail server for each mode in its arguments, and reports to its parent process. */
import { startHostileImap } from "../../server/testing/faults/hostile-imap/hostile-imap.ts";
import { hostileModes } from "../../server/testing/faults/hostile-imap/modes.ts";

export type Report = { ports: number[] } | { attacked: string };

const report = (what: Report): void => void process.send?.(what);
process.once("disconnect", () => process.exit());
const ports = process.argv.slice(2).map(async (mode) => {
  const attack = hostileModes[mode];
  if (!attack) throw new Error(`There is no mode "${mode}".`);
  return startHostileImap(attack, { onAttack: () => report({ attacked: mode }) });
});
report({ ports: await Promise.all(ports) });
