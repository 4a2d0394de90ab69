import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";
import { type Place, type SecretBox, WrongKey } from "#/base/secret-box.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { PendingSignInRow } from "#/store/auth/schema.ts";

/** State of a sign-in between two requests, under a token of 256 random bits. It survives a restart. */
export interface PendingFlows<Value extends Bound> {
  /** Stores the value and returns its token: a new one, unless one is given, as for a request that came too early. */
  hold: (value: Value, until: number, token?: string) => Promise<string>;
  /** Atomically consumes the value; null if unknown or expired. */
  take: (token: string) => Promise<Value | null>;
}

/** A value is bound to a browser, and to the user if known. */
interface Bound {
  browserHash: string;
  userId?: UserId | undefined;
}

interface Parts {
  execute: Execute;
  clock: Clock;
  box: SecretBox;
}

/** Stores values in the database, encrypted: a value of one stage is worth nothing in another. */
export function createPendingFlows<Value extends Bound>(
  { execute, clock, box }: Parts,
  stage: PendingSignInRow["stage"],
  schema: z.ZodType<Value>,
): PendingFlows<Value> {
  return {
    async hold(value, until, token = randomToken()) {
      const hash = hashToken(token);
      await execute("signInOnItsWay.hold", {
        token_hash: hash,
        stage,
        user_id: value.userId ?? "",
        browser_hash: value.browserHash,
        content: box.encrypt(JSON.stringify(value), placeOf(stage, hash)),
        expires_at: until,
        created_at: clock.now(),
      });
      return token;
    },
    async take(token) {
      const hash = hashToken(token);
      const content = await execute("signInOnItsWay.take", { tokenHash: hash, stage });
      return content === null ? null : read(box, content, placeOf(stage, hash), schema);
    },
  };
}

function placeOf(stage: string, rowId: string): Place {
  return { table: "sign_ins_on_their_way", userId: "", rowId, field: stage };
}

/** Returns null for a value that another key or another version of the product wrote: the user starts again. */
function read<Value>(
  box: SecretBox,
  content: string,
  place: Place,
  schema: z.ZodType<Value>,
): Value | null {
  try {
    const known = schema.safeParse(JSON.parse(box.open(content, place)));
    return known.success ? known.data : null;
  } catch (error) {
    if (error instanceof WrongKey) return null;
    throw error;
  }
}
