import { UndoId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { TestEngine } from "#/testing/apps/mail-engine.ts";
import type { Random } from "./random.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

export interface OwnHandOptions {
  random: Random;
  story: string[];
  /** Allows moves, which need UIDPLUS for an exact expunge. */
  mayMove: boolean;
  mayDelete: boolean;
}

/** A user of Inlet who files mail while other clients work on the mailbox. */
export class OwnHand {
  readonly #engine: TestEngine;
  readonly #account: AccountRow;
  readonly #options: OwnHandOptions;
  #last: UndoId | undefined;

  constructor(engine: TestEngine, account: AccountRow, options: OwnHandOptions) {
    this.#engine = engine;
    this.#account = account;
    this.#options = options;
  }

  /** Performs one action of the user: it is applied locally when this resolves, and pushed to the server later. */
  async step(): Promise<void> {
    const { random, story } = this.#options;
    const { execute, userId } = this.#engine;
    if (this.#last !== undefined && random.chance(0.1)) {
      story.push("  here: undo");
      await execute("undo.run", { userId, undoId: this.#last });
      this.#last = undefined;
      return;
    }
    const message = random.pick(await this.#messages());
    if (message === undefined) return;
    const change = await this.#someChange();
    const threads = random.chance(0.5);
    const whole = threads ? " and its conversation" : "";
    story.push(`  here: ${message.header}${whole} ${JSON.stringify(change)}`);
    this.#last = UndoId.parse(randomId());
    const messageIds = [message.id];
    await execute("messages.change", { userId, messageIds, change, undoId: this.#last, threads });
  }

  async #someChange(): Promise<MessageChange> {
    const { random, mayMove, mayDelete } = this.#options;
    const changes: MessageChange[] = [
      { seen: random.chance(0.5) },
      { starred: random.chance(0.5) },
      { labels: random.chance(0.7) ? { add: ["work"], remove: [] } : { set: [] } },
    ];
    if (mayMove) {
      const folder = random.pick(await this.#folders());
      const role = random.pick(["inbox", "archive", "spam", "trash"] as const) ?? "inbox";
      if (folder !== undefined) {
        changes.push({ target: { folderId: folder.id } }, { copyTo: folder.id });
      }
      changes.push({ target: { role } }, { target: { role } });
    }
    if (mayDelete) changes.push({ deleteAt: Date.now() });
    return random.pick(changes) ?? {};
  }

  async #folders(): Promise<FolderRow[]> {
    const { database, userId } = this.#engine;
    const all = await foldersOf(database.reader, userId, this.#account.id);
    return all.filter((folder) => folder.is_excluded === 0 && folder.is_view === 0);
  }

  async #messages() {
    return this.#engine.database.reader
      .selectFrom("messages as m")
      .innerJoin("message_locations as l", "l.message_id", "m.id")
      .select(["m.id", "m.message_id_header as header"])
      .distinct()
      .where("l.user_id", "=", this.#engine.userId)
      .where("l.account_id", "=", this.#account.id)
      .orderBy("m.message_id_header")
      .execute();
  }
}
