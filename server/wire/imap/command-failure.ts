import type { ImapFlow } from "imapflow";
import type { Restraint } from "./create-client.ts";
import { toWireError, WireError } from "./wire-error.ts";

/** A server that said more than this when its time was over is not silent: its answer has no end. */
const talkBytes = 64 * 1024;

/** Says why the commands of one connection fail. */
export class CommandFailures {
  readonly #client: ImapFlow;
  readonly #host: string;
  readonly #restraint: Restraint;
  /** Why imapflow closed the connection; the command that waits is told only that it is closed. */
  #brokenBy: unknown;

  constructor(client: ImapFlow, { host, restraint }: { host: string; restraint: Restraint }) {
    this.#client = client;
    this.#host = host;
    this.#restraint = restraint;
    client.on("error", (error) => {
      this.#brokenBy ??= error;
    });
  }

  /** Returns the failure of a command that began when so many bytes had been received. */
  of(
    error: unknown,
    { hasExpired, received }: { hasExpired: boolean; received: number },
  ): WireError {
    if (this.#restraint.askedMs > 0) return throttled(this.#restraint, error);
    if (hasExpired) {
      return new WireError(isTalking(this.#client, received) ? "too_large" : "closed", {
        cause: error,
      });
    }
    const context = { host: this.#host, isConnecting: false };
    const failure = toWireError(error, context);
    if (failure.kind !== "closed" || this.#brokenBy === undefined) return failure;
    const breach = toWireError(this.#brokenBy, context);
    return breach.kind === "too_large" ? breach : failure;
  }
}

/** Returns whether the server goes on talking: `received` bytes had come before it was asked. */
export function isTalking(client: ImapFlow | undefined, received: number): boolean {
  return client !== undefined && client.stats().received - received > talkBytes;
}

/** Returns the error of a server that named a time during which it wants no requests. */
export function throttled({ askedMs }: Restraint, cause: unknown): WireError {
  return new WireError("throttled", { cause, retryAfterMs: askedMs });
}
