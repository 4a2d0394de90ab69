/** Copies a SQLite file and reads the copy, in a thread because it can take long. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { readSnapshot } from "./read-snapshot.ts";
import type { SnapshotOrder } from "./snapshot.ts";

// Only `store/backup/snapshot.ts` starts this thread.
const { from, to } = workerData as SnapshotOrder;

const file = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
// One read transaction: it does not block concurrent writers. The copy does not contain deleted data.
file.prepare("VACUUM INTO ?").run(to);
file.close();
parentPort?.postMessage(readSnapshot(to));
