import { writeFileSync } from "node:fs";
import path from "node:path";
import { readArchive } from "#/wire/archive/read-archive.ts";
import { sampleArchives } from "./archives.ts";
import type { FuzzedParser } from "./text-parsers.ts";

/** The files of an import: mbox, Maildir, zip, tar, gzip. A damaged file fails; it neither hangs nor affects anything else. */
export const archiveParser = (dir: string): FuzzedParser => ({
  name: "archive",
  samples: sampleArchives,
  words: [
    "From a@b.c Sat Jan  3 01:05:34 2026\n",
    "\nFrom ",
    "\n",
    "\r\n",
    ">",
    "PK\x03\x04",
    "PK\x01\x02",
    "ustar",
    "\x1f\x8b",
    "\0\0\0\0",
    "\xff\xff\xff\xff",
    "Subject: ",
    "cur/",
  ],
  read: async (bytes) => {
    const file = path.join(dir, "archive");
    writeFileSync(file, bytes);
    try {
      for await (const one of readArchive(file)) if (one === "refused") continue;
    } catch (error) {
      // A reported failure; a bug would not be an Error.
      if (!(error instanceof Error)) throw error;
    }
  },
});
