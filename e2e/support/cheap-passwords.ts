import crypto, { type Argon2Algorithm, type Argon2Parameters } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Makes password hashes almost free in the process that loads this module first. Each of the product's own hashes takes 0.2 s of
 * CPU time, twice for each user of the tests. The real cost is tested by `server/auth/passwords.test.ts`.
 */
const { argon2 } = crypto;
crypto.argon2 = (
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
  done: (error: Error | null, key: NonSharedBuffer) => void,
) => argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, done);
syncBuiltinESMExports();
