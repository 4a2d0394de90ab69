/** Bytes to write, once or as long as the client is connected. */
export interface Attack {
  /** Matches the attacked commands, without their tags. */
  on: RegExp;
  /** Pieces to write; `TAG` is replaced by the command's tag. */
  reply: readonly (string | Buffer)[];
  /** Written repeatedly after the other pieces. */
  endless?: string | Buffer;
  /** Milliseconds between the endless pieces; 0 writes as fast as the client reads. */
  everyMs?: number;
}

const mib = 1024 * 1024;
const done = "TAG OK done\r\n";
const opened =
  "* 5 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 6] x\r\nTAG OK [READ-ONLY] x\r\n";
const opensFolder = /^(?:EXAMINE|SELECT) /;
const fetches = /^(?:UID )?FETCH /;
const lists = /^LIST /;

/** Shared, because 40 servers of one process send them. */
const manyTokens = Buffer.alloc(16_000_000, "a ");
const manyParens = Buffer.alloc(8_000_000, "(");
const manyQuotes = Buffer.alloc(8_000_000, '"" ');
const manyBytes = Buffer.alloc(mib, "x");
const manyNuls = Buffer.alloc(mib);
const manyUids = Buffer.alloc(15_000_000, "4294967295,");

function folders(name: (number: number) => string, count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `* LIST () "/" ${name(at)}\r\n`);
  return lines.join("");
}

function onOpen(...reply: (string | Buffer)[]): Attack {
  return { on: opensFolder, reply: [...reply, opened] };
}

function onFetch(...reply: (string | Buffer)[]): Attack {
  return { on: fetches, reply: [...reply, done] };
}

function onList(...reply: (string | Buffer)[]): Attack {
  return { on: lists, reply: [...reply, done] };
}

/** Attacks of a hostile mail server on its client. */
export const hostileModes: Readonly<Record<string, Attack>> = {
  // Large numbers of tokens, and deep nesting.
  "8 million flags": onOpen("* FLAGS (", manyTokens, ")\r\n"),
  "8 million permanent flags": onOpen("* OK [PERMANENTFLAGS (", manyTokens, ")] x\r\n"),
  "8 million flags of a message": onFetch("* 1 FETCH (UID 1 FLAGS (", manyTokens, "))\r\n"),
  "8 million flags of a folder": onList("* LIST (", manyTokens, ') "/" INBOX\r\n'),
  "8 million capabilities": onOpen("* CAPABILITY ", manyTokens, "\r\n"),
  "8 million words of a status": onOpen("* STATUS INBOX (", manyTokens, ")\r\n"),
  "8 million strings": onFetch("* 1 FETCH (UID 1 ENVELOPE (", manyQuotes, "))\r\n"),
  "8 million parentheses": onOpen("* FLAGS ", manyParens, "\r\n"),
  "a structure 10,000 deep": onFetch(
    `* 1 FETCH (UID 1 BODYSTRUCTURE ${"(".repeat(10_000)}${")".repeat(10_000)})\r\n`,
  ),
  "a code of 8 million words": onOpen("* NO [X ", manyTokens, "] x\r\n"),
  "a tagged answer of 16 MB": { on: opensFolder, reply: ["TAG OK [X ", manyTokens, "] x\r\n"] },
  "literals without bytes": {
    on: fetches,
    reply: ["* 1 FETCH (UID 1 FLAGS ("],
    endless: "{0}\r\n ".repeat(2000),
  },

  // Literals.
  "a literal of 2 GB": onFetch("* 1 FETCH (UID 1 BODY[] {2147483648}\r\n", manyBytes),
  "a literal of 10^24 bytes": onFetch(`* 1 FETCH (UID 1 BODY[] {1${"0".repeat(24)}}\r\n`),
  "a literal of a negative size": onFetch("* 1 FETCH (UID 1 BODY[] {-5}\r\nxxxxx)\r\n"),
  "a literal of 60 MB that stops before its end": {
    on: fetches,
    reply: ["* 1 FETCH (UID 1 BODY[] {60000000}\r\n", ...Array<Buffer>(57).fill(manyBytes)],
  },
  "a literal of 60 MB, byte by byte": {
    on: fetches,
    reply: ["* 1 FETCH (UID 1 BODY[] {60000000}\r\n"],
    endless: "x",
    everyMs: 100,
  },
  "messages of 40 MB that are told to be small": onFetch(
    ...[1, 2, 3, 4, 5].flatMap((uid) => [
      `* ${uid} FETCH (UID ${uid} FLAGS () RFC822.SIZE 45 BODY[] {${40 * mib}}\r\n`,
      ...Array<Buffer>(40).fill(manyBytes),
      ")\r\n",
    ]),
  ),
  "a literal of 60 MB for flags": onOpen("* FLAGS ({60000000}\r\n", manyBytes),
  "a name of 60 MB": onList('* LIST () "/" {60000000}\r\n', manyBytes),

  // Endless lines and responses.
  "a line without end": { on: opensFolder, reply: ["* OK "], endless: manyBytes },
  "a FETCH line without end": { on: fetches, reply: ["* 1 FETCH ("], endless: manyBytes },
  "a SEARCH line without end": { on: opensFolder, reply: ["* SEARCH"], endless: " 1".repeat(9000) },
  "texts without end": { on: opensFolder, reply: [], endless: "* OK still here\r\n".repeat(4000) },
  "goodbyes without end": { on: opensFolder, reply: [], endless: "* BYE \r\n".repeat(8000) },
  "messages without end": {
    on: fetches,
    reply: [],
    endless: "* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 9)\r\n".repeat(1000),
  },
  "flags without end": {
    on: opensFolder,
    reply: [opened],
    endless: "* 1 FETCH (FLAGS (\\Seen))\r\n".repeat(2000),
    everyMs: 20,
  },
  "counts without end": {
    on: /^IDLE/,
    reply: ["+ idling\r\n"],
    endless: "* 5 EXISTS\r\n* 4 EXISTS\r\n".repeat(2000),
    everyMs: 20,
  },
  "expunges without end": {
    on: opensFolder,
    reply: [opened],
    endless: "* 1 EXPUNGE\r\n".repeat(4000),
    everyMs: 20,
  },
  "one byte now and then": { on: opensFolder, reply: [], endless: "*", everyMs: 100 },
  "NUL bytes without end": { on: opensFolder, reply: [], endless: manyNuls },
  "empty lines without end": { on: opensFolder, reply: [], endless: "\r\n".repeat(30_000) },
  "continuations without end": { on: opensFolder, reply: [], endless: "+ go on\r\n".repeat(6000) },

  // Invalid and huge numbers.
  "UIDs that vanished, 16 MB of them": onOpen("* VANISHED (EARLIER) ", manyUids, "1\r\n"),
  "one UID of all numbers": onFetch("* 1 FETCH (UID 99999999999999999999 FLAGS ())\r\n"),
  "the UID 0": onFetch("* 1 FETCH (UID 0 FLAGS () RFC822.SIZE 9)\r\n"),
  "messages that were not asked for": onFetch(
    Array.from({ length: 5000 }, (_, at) => `* 1 FETCH (UID ${at + 7} FLAGS ())\r\n`).join(""),
  ),
  "a message twice": onFetch("* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 9)\r\n".repeat(2)),
  "sizes of 99 GB": onFetch("* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 99000000000)\r\n"),
  "a negative size": onFetch("* 1 FETCH (UID 1 FLAGS () RFC822.SIZE -1)\r\n"),
  "four billion messages": {
    on: opensFolder,
    reply: [opened.replace("5 EXISTS", "4000000000 EXISTS")],
  },
  "UIDVALIDITY 0": { on: opensFolder, reply: [opened.replace("UIDVALIDITY 7", "UIDVALIDITY 0")] },

  // Huge and malformed folder lists.
  "50,000 folders": onList(folders((at) => `"Folder ${at}"`, 50_000)),
  "one folder 50,000 times": onList(folders(() => "INBOX", 50_000)),
  "folders without end": { on: lists, reply: [], endless: folders((at) => `"${at}"`, 1000) },
  "names that lead out of a directory": onList(folders((at) => `"../../${at}\\\\\\"/"`, 50)),

  // Missing and misplaced responses.
  "no answer": { on: opensFolder, reply: [] },
  "another's tag": { on: opensFolder, reply: ["ZZ9 OK done\r\n", "TAGTAG OK done\r\n"] },
  "bytes that are no text": onOpen("* \0 EXISTS\r\n\xff\xfe\r\n* 99999999999999999999 EXISTS\r\n"),
};
