import type { FetchMessageObject, ImapFlow } from "imapflow";
import { CommandFailures } from "./command-failure.ts";
import type { Restraint } from "./restraint.ts";
import { startDeadline } from "./deadline.ts";
import { maxResponses, maxMessages } from "./fetch/scanned.ts";
import { WireError } from "./wire-error.ts";

/** Runs the commands of one connection, each with a deadline. Every failure is a WireError. */
export class CommandRunner {
  readonly failures: CommandFailures;
  readonly #client: ImapFlow;
  readonly #timeoutMs: number;
  readonly #restraint: Restraint;

  constructor(client: ImapFlow, given: { host: string; timeoutMs: number; restraint: Restraint }) {
    this.failures = new CommandFailures(client, given);
    this.#client = client;
    this.#timeoutMs = given.timeoutMs;
    this.#restraint = given.restraint;
  }

  /** Returns the open folder. */
  openFolder() {
    const { mailbox } = this.#client;
    if (!mailbox) throw this.#client.usable ? new WireError("folder_gone") : this.failures.closed();
    if (mailbox.exists > maxMessages) throw new WireError("too_large");
    return mailbox;
  }

  /** Fetches one message. Throws WireError `message_gone` without a response. `onAnswer` pauses the connection. */
  async one(
    uid: number,
    query: Parameters<ImapFlow["fetchOne"]>[1],
    onAnswer?: (message: FetchMessageObject) => void | Promise<void>,
  ): Promise<FetchMessageObject> {
    let found: FetchMessageObject | undefined;
    await this.fetch(`${uid}`, query, { uid: true }, async (message) => {
      // A flag change in between is a FETCH response too, without the other items.
      if (message.uid !== uid) return;
      found = { ...found, ...message };
      await onAnswer?.(found);
    });
    if (!found) throw new WireError("message_gone");
    return found;
  }

  /** Runs a FETCH with a deadline that restarts at each message. */
  async fetch(
    set: string,
    query: Parameters<ImapFlow["fetch"]>[1],
    options: { uid: boolean; changedSince?: bigint },
    onMessage: (message: FetchMessageObject) => void | Promise<void>,
  ): Promise<void> {
    let left = maxResponses(this.openFolder().exists);
    await this.run(async (wind) => {
      this.#restraint.asksForParts = query.bodyStructure === true || query.bodyParts !== undefined;
      for await (const message of this.#client.fetch(set, { uid: true, ...query }, options)) {
        wind();
        if (left-- === 0) {
          this.#client.close();
          throw new WireError("too_large");
        }
        await this.#restraint.pauses.during(() => onMessage(message));
        wind();
      }
    });
  }

  /** Runs a command with a deadline. */
  async run<Result>(work: (wind: () => void) => Promise<Result>): Promise<Result> {
    if (!this.#client.usable) throw this.failures.closed();
    using deadline = startDeadline(
      this.#timeoutMs,
      () => this.#client.close(),
      () => this.#restraint.pauses.totalMs,
    );
    const { received } = this.#client.stats();
    this.#restraint.asksForParts = false;
    try {
      return await work(deadline.wind);
    } catch (error) {
      throw this.failures.of(error, { hasExpired: deadline.hasExpired(), received });
    }
  }
}
