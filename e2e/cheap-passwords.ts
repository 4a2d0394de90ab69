import crypto, { type Argon2Algorithm, type Argon2Parameters } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes a hash of a password cost next to nothing in the process that loads this first: each of the product's own takes
 * 0.2 s of a processor, twice for each person of the tests. What it costs there is `server/auth/passwords.test.ts`'s.
 */
const { argon2 } = crypto;
crypto.argon2 = (
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
  done: (error: Error | null, key: NonSharedBuffer) => void,
) => argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, done);
syncBuiltinESMExports();
