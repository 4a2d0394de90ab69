import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { AuditEnd } from "./hash-chain.ts";
import { auditEnd } from "./queries.ts";
import type { Reader } from "#/store/engine/database.ts";

const Anchor = z.object({ seq: z.number().int(), hash: z.string() });

/** Ends of the audit log, stored outside the database: write access to the database does not give write access to them. */
export interface AuditAnchors {
  read: () => Promise<AuditEnd[]>;
  /** Records the current end of the log, unless it is recorded already. */
  drop: (reader: Reader, at: number) => Promise<void>;
}

/** Stores the ends in this file, one per line. */
export function createAuditAnchors(file: string): AuditAnchors {
  let last: AuditEnd | undefined;

  async function read(): Promise<AuditEnd[]> {
    let text: string;
    try {
      text = await readFile(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(readLine);
  }
  return {
    read,
    async drop(reader, at) {
      const end = await auditEnd(reader);
      last ??= (await read()).at(-1);
      if (end.seq === 0 || (last !== undefined && isSame(last, end))) return;
      const line = JSON.stringify({ ...end, at: new Date(at).toISOString() });
      await appendFile(file, `${line}\n`, { mode: 0o600, flush: true });
      last = end;
    },
  };
}

/** File name in a data folder. */
export const anchorsName = "audit-anchors.jsonl";

/**
 * Removes from a data folder the anchors of entries that a restored log does not have. They belong to the previous log, which is
 * kept with all of its anchors in the folder `aside`.
 */
export async function passOverAnchors(
  dataDir: string,
  { after, aside }: { after: number; aside: string },
): Promise<void> {
  const file = path.join(dataDir, anchorsName);
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const left = lines.filter((line) => readLine(line).seq <= after);
  if (left.length === lines.length) return;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await writeFile(path.join(aside, anchorsName), text, { mode: 0o600, flush: true });
  const fresh = `${file}.new`;
  await writeFile(fresh, left.map((line) => `${line}\n`).join(""), { mode: 0o600, flush: true });
  await rename(fresh, file);
}

function isSame(one: AuditEnd, other: AuditEnd): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}

/** Parses a line. A line that a power cut truncated is ignored: it is not a sign of tampering. */
function readLine(line: string): AuditEnd {
  try {
    return Anchor.parse(JSON.parse(line));
  } catch {
    return { seq: 0, hash: "" };
  }
}
