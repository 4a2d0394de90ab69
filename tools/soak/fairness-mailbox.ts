import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FilledUser, fillStore } from "../../server/testing/mailboxes/filled-store.ts";
import { largeMailbox } from "../bench/large-mailbox.ts";

export interface FairnessOptions {
  messages: number;
  maxMs?: number;
  /** Folder that stores the large mailbox for later runs, as `bench large --folder` does; a trial changes a copy. */
  folder?: string | undefined;
  /**
   * URL of a PostgreSQL database that a trial may change. It needs a folder, which records the users that the database already
   * has.
   */
  database?: string | undefined;
}

/** A database with one large mailbox and many usual ones. */
export interface FairnessMailboxes {
  dataDir: string;
  /** Environment in which the product is started. */
  env: Record<string, string>;
  /** The user with very much mail is the first. */
  people: FilledUser[];
  /** Searches of the user with very much mail: two words, and one word that very many messages contain. */
  searches: { query: string; common: string };
}

/** The record stored beside a cached mailbox. */
interface Kept {
  key: string;
  people: FilledUser[];
}

/** Fills the missing mailboxes; the trial's folder is deleted with the stack. */
export async function openMailboxes(
  { messages, folder, database }: FairnessOptions,
  usual: readonly { messages: number }[],
  stack: AsyncDisposableStack,
): Promise<FairnessMailboxes> {
  const dataDir = await mkdtemp(path.join(folder ?? tmpdir(), "inlet-fairness-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const file = path.join(dataDir, "inlet.db");
  const url = database ?? file;
  const kept = folder === undefined ? undefined : await cachedMailbox(folder, database, messages);
  if (folder !== undefined && database === undefined) {
    await copyFile(path.join(folder, "inlet.db"), file, constants.COPYFILE_FICLONE);
  }
  const key = kept ? Buffer.from(kept.key, "base64") : randomBytes(32);
  const heavy = kept?.people.slice(0, 1) ?? (await fillStore({ url, key }, [{ messages }]));
  const people = [...heavy, ...(await fillStore({ url, key }, usual))];
  const { queries } = largeMailbox(messages, 0);
  const of = (kind: string) => queries.find((one) => one.kind === kind)?.query ?? "";
  return {
    dataDir,
    env: {
      INLET_SECRET_KEY: key.toString("base64"),
      INLET_ALLOWED_PRIVATE_HOSTS: "",
      INLET_BACKUP_HOUR: "off",
      ...(database !== undefined && { DATABASE_URL: database }),
    },
    people,
    searches: kept
      ? { query: of("two words"), common: of("common word") }
      : { query: "message text", common: "message" },
  };
}

async function cachedMailbox(
  folder: string,
  database: string | undefined,
  messages: number,
): Promise<Kept> {
  await mkdir(folder, { recursive: true });
  const note = path.join(folder, "filled.json");
  // `bench large` or the code below wrote this file.
  if (existsSync(note)) return JSON.parse(await readFile(note, "utf8")) as Kept;
  const key = randomBytes(32);
  const url = database ?? path.join(folder, "inlet.db");
  const { message } = largeMailbox(messages, Date.now());
  const kept = {
    key: key.toString("base64"),
    people: await fillStore({ url, key }, [{ messages, message }]),
  };
  await writeFile(note, JSON.stringify(kept));
  return kept;
}
