import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Failure } from "#/base/failure.ts";

const derive = promisify(argon2);

/** Cost of one hash (RFC 9106). */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** Second recommended option of RFC 9106: 64 MiB, three passes. */
export const productionCost: PasswordCost = { memoryKib: 64 * 1024, passes: 3 };

// Each running hash uses memoryKib, so few run at once. Requests beyond the queue limit are refused.
const maxRunning = 2;
const maxWaiting = 200;

export interface Passwords {
  hash: (password: string) => Promise<string>;
  /** Takes the same time for a user who does not exist (`hash` null). */
  check: (password: string, hash: string | null) => Promise<boolean>;
  /** Returns true if the cost of the hash differs from the current one. */
  isStale: (hash: string) => boolean;
}

/** Hashes with argon2id, as PHC strings. Throws request.too_many when too many users sign in at once. */
export function createPasswords(cost: PasswordCost): Passwords {
  const enter = createGate();
  const anonymous: Parameters = { ...cost, salt: randomBytes(16), hash: randomBytes(32) };
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await enter(() => deriveKey(password, { ...cost, salt }));
      return formatPhc({ ...cost, salt, hash });
    },
    async check(password, phc) {
      const known = phc === null ? anonymous : parsePhc(phc);
      const derived = await enter(() => deriveKey(password, known));
      return timingSafeEqual(derived, known.hash) && phc !== null;
    },
    isStale(phc) {
      const { memoryKib, passes } = parsePhc(phc);
      return memoryKib !== cost.memoryKib || passes !== cost.passes;
    },
  };
}

interface Parameters extends PasswordCost {
  salt: Buffer;
  hash: Buffer;
}

function deriveKey(password: string, from: PasswordCost & { salt: Buffer }): Promise<Buffer> {
  return derive("argon2id", {
    // The same characters can be typed in composed and decomposed form (RFC 8265).
    message: password.normalize("NFC"),
    nonce: from.salt,
    parallelism: 1,
    tagLength: 32,
    memory: from.memoryKib,
    passes: from.passes,
  });
}

function formatPhc({ memoryKib, passes, salt, hash }: Parameters): string {
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/={1,2}$/, "");
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(salt)}$${base64(hash)}`;
}

function parsePhc(phc: string): Parameters {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!match) throw new Error("A stored password hash is not one of argon2id.");
  const [, memory, passes, salt = "", hash = ""] = match;
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function createGate(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Failure("request.too_many");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in the queue, so a later request cannot take it in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
