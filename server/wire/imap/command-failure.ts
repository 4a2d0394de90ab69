import type { ImapFlow } from "imapflow";
import type { Restraint } from "./restraint.ts";
import { toWireError, WireError } from "./wire-error.ts";

/** A server that sent more than this before the timeout is not silent: its response is endless. */
const talkBytes = 64 * 1024;

/** Determines why the commands of one connection fail. */
export class CommandFailures {
  readonly #client: ImapFlow;
  readonly #host: string;
  readonly #restraint: Restraint;

  constructor(client: ImapFlow, { host, restraint }: { host: string; restraint: Restraint }) {
    this.#client = client;
    this.#host = host;
    this.#restraint = restraint;
  }

  /** Returns the failure of a command that finds the connection closed. */
  closed(): WireError {
    return reasonBeside(this.#restraint, undefined) ?? new WireError("closed");
  }

  /** Returns the failure of a command. `received`: number of bytes that had arrived when it began. */
  of(
    error: unknown,
    { hasExpired, received }: { hasExpired: boolean; received: number },
  ): WireError {
    const reason = reasonBeside(this.#restraint, error);
    if (reason) return reason;
    if (hasExpired) {
      return new WireError(isTalking(this.#client, received) ? "too_large" : "closed", {
        cause: error,
      });
    }
    return toWireError(error, { host: this.#host, isConnecting: false });
  }
}

/** Returns true if the server keeps sending; `received` is the byte count before the command. */
export function isTalking(client: ImapFlow | undefined, received: number): boolean {
  return client !== undefined && client.stats().received - received > talkBytes;
}

/** Returns the reason why the connection ended if the command was not the cause. */
export function reasonBeside(
  { backoffMs, wasExcessive, heldUpOthers }: Restraint,
  cause: unknown,
): WireError | undefined {
  if (wasExcessive) return new WireError("too_large", { cause });
  if (heldUpOthers) return new WireError("closed", { cause, isOwn: true });
  return backoffMs > 0 ? new WireError("throttled", { cause, retryAfterMs: backoffMs }) : undefined;
}
