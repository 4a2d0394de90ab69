import { openPlainImap, type PlainImap } from "#/testing/fakes/plain-imap.ts";
import type { Random } from "./random.ts";
import type { TrackedServer } from "./tracked-server.ts";

/** Number of other mail clients on the mailbox. */
const programs = 3;

/**
 * Three other mail clients of the same user, with typical actions. All chance comes from `random`: the same seed on the same
 * server gives the same story.
 */
export class Workload implements AsyncDisposable {
  /** All actions so far, for debugging a failure. */
  readonly story: string[] = [];
  readonly #server: TrackedServer;
  readonly #random: Random;
  readonly #clients: (PlainImap | undefined)[] = Array.from({ length: programs });
  readonly #isGentle: boolean;
  /** Message-IDs of the appended messages. */
  readonly appended: string[] = [];
  #count = 0;

  /** `isGentle`: the clients destroy nothing, so every appended message must stay on the server. */
  constructor(server: TrackedServer, random: Random, { isGentle = false } = {}) {
    this.#server = server;
    this.#random = random;
    this.#isGentle = isGentle;
  }

  /** Performs one random action of a random client. An action that the server refuses is skipped. */
  async step(): Promise<void> {
    const program = this.#random.below(programs);
    const [, act] = this.#pickAct();
    try {
      const client = (this.#clients[program] ??= await openPlainImap(this.#server.login));
      await act(client);
    } catch (error) {
      // Another client deleted the folder that this one had open; it reconnects for its next action.
      this.story.push(`  refused: ${String(error).slice(0, 160)}`);
      await this.#clients[program]?.[Symbol.asyncDispose]();
      this.#clients[program] = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client?.[Symbol.asyncDispose]();
  }

  #pickAct() {
    const acts: [weight: number, act: (client: PlainImap) => Promise<void>][] = [
      [30, (client) => this.#append(client)],
      [22, (client) => this.#flag(client)],
      [10, (client) => this.#move(client)],
      [6, (client) => this.#copy(client)],
      [4, (client) => this.#createFolder(client)],
      [3, (client) => this.#renameFolder(client)],
    ];
    if (!this.#isGentle) {
      acts.push(
        [12, (client) => this.#expunge(client)],
        [2, (client) => this.#deleteFolder(client)],
        [2, () => this.#renumber()],
      );
    }
    let left = this.#random.below(acts.reduce((sum, [weight]) => sum + weight, 0));
    return acts.find(([weight]) => (left -= weight) < 0) ?? acts[0] ?? never();
  }

  async #append(client: PlainImap): Promise<void> {
    const folder = await this.#anyFolder(client);
    const number = ++this.#count;
    const flags = this.#random.chance(0.5) ? "" : this.#someFlags();
    // An import: some mail is older than the existing messages.
    const day = this.#random.chance(0.2) ? "01-Jan-2019" : "21-Nov-2026";
    const answered = this.#random.chance(0.4) ? this.#random.pick(this.appended) : undefined;
    const raw = [
      `Message-ID: <w${number}@example.net>`,
      ...(answered === undefined ? [] : [`References: <${answered}>`]),
      `Date: Sat, 21 Nov 2026 08:00:00 +0000`,
      `From: Sender ${number % 7} <s${number % 7}@example.net>`,
      `Subject: Work ${number}`,
      "",
      `Text ${"x".repeat(this.#random.below(400))}`,
      "",
    ].join("\r\n");
    this.story.push(`append w${number} to ${folder} (${flags})`);
    const literal = `{${raw.length}}\r\n${raw}`;
    await client.run(`APPEND "${folder}" (${flags}) "${day} 08:00:00 +0000" ${literal}`);
    this.appended.push(`w${number}@example.net`);
  }

  async #flag(client: PlainImap): Promise<void> {
    const [folder, uids] = await this.#someMessages(client);
    if (uids === "") return;
    const how = this.#random.pick(["+", "-"]);
    const flags = this.#someFlags();
    this.story.push(`store ${folder} ${uids} ${how}(${flags})`);
    await client.run(`UID STORE ${uids} ${how}FLAGS.SILENT (${flags})`);
  }

  async #move(client: PlainImap): Promise<void> {
    const [folder, uids] = await this.#someMessages(client);
    const to = await this.#anyFolder(client);
    if (uids === "" || to === folder) return;
    this.story.push(`move ${folder} ${uids} to ${to}`);
    if (this.#server.canMove) return void (await client.run(`UID MOVE ${uids} "${to}"`));
    await client.run(`UID COPY ${uids} "${to}"`);
    await this.#expungeThese(client, uids);
  }

  async #copy(client: PlainImap): Promise<void> {
    const [folder, uids] = await this.#someMessages(client);
    const to = await this.#anyFolder(client);
    if (uids === "") return;
    this.story.push(`copy ${folder} ${uids} to ${to}`);
    await client.run(`UID COPY ${uids} "${to}"`);
  }

  async #expunge(client: PlainImap): Promise<void> {
    const [folder, uids] = await this.#someMessages(client);
    if (uids === "") return;
    this.story.push(`expunge ${folder} ${uids}`);
    await this.#expungeThese(client, uids);
  }

  async #expungeThese(client: PlainImap, uids: string): Promise<void> {
    await client.run(`UID STORE ${uids} +FLAGS.SILENT (\\Deleted)`);
    await client.run(this.#server.canUidExpunge ? `UID EXPUNGE ${uids}` : "EXPUNGE");
  }

  async #createFolder(client: PlainImap): Promise<void> {
    const name = `${this.#server.prefix}Extra ${++this.#count}`;
    this.story.push(`create ${name}`);
    await client.run(`CREATE "${name}"`);
  }

  async #renameFolder(client: PlainImap): Promise<void> {
    const folder = this.#random.pick(await this.#extraFolders(client));
    if (folder === undefined) return;
    const name = `${this.#server.prefix}Extra ${++this.#count}`;
    this.story.push(`rename ${folder} to ${name}`);
    await client.run(`RENAME "${folder}" "${name}"`);
    // A new folder gets the old name: data read from the first must not be attributed to it.
    if (this.#random.chance(0.4)) await client.run(`CREATE "${folder}"`);
  }

  async #deleteFolder(client: PlainImap): Promise<void> {
    const folder = this.#random.pick(await this.#extraFolders(client));
    if (folder === undefined) return;
    this.story.push(`delete ${folder}`);
    await client.run(`DELETE "${folder}"`);
  }

  async #renumber(): Promise<void> {
    const client = (this.#clients[0] ??= await openPlainImap(this.#server.login));
    const folder = this.#random.pick(await this.#extraFolders(client));
    if (folder === undefined) return;
    this.story.push(`renumber ${folder}`);
    await this.#server.renumber(folder);
  }

  #someFlags(): string {
    const all = ["\\Seen", "\\Flagged", "\\Answered", "$Forwarded", "Later", "$Junk"];
    if (!this.#isGentle) all.push("\\Deleted");
    const first = this.#random.pick(all) ?? "";
    const second = this.#random.pick(all) ?? "";
    return first === second || this.#random.chance(0.6) ? first : `${first} ${second}`;
  }

  /** Opens a folder, and returns its name with a set of some of its UIDs. */
  async #someMessages(client: PlainImap): Promise<[folder: string, uids: string]> {
    const folder = await this.#anyFolder(client);
    await client.run(`SELECT "${folder}"`);
    const answer = await client.run("UID FETCH 1:* (UID)");
    const all = answer.flatMap((line) => {
      const uid = /^\* \d+ FETCH \(UID (\d+)/.exec(line)?.[1];
      return uid === undefined ? [] : [Number(uid)];
    });
    const few = Array.from({ length: 1 + this.#random.below(4) }, () => this.#random.pick(all));
    const uids = [...new Set(few)].filter((uid) => uid !== undefined);
    return [folder, uids.toSorted((a, b) => a - b).join(",")];
  }

  async #anyFolder(client: PlainImap): Promise<string> {
    // Prefers the inbox.
    if (this.#random.chance(0.45)) return "INBOX";
    return this.#random.pick(await folderNames(client)) ?? "INBOX";
  }

  async #extraFolders(client: PlainImap): Promise<string[]> {
    return (await folderNames(client)).filter((name) => /Extra \d+$/.test(name));
  }
}

/** Returns the folders that hold messages, in an order that does not depend on the server. */
async function folderNames(client: PlainImap): Promise<string[]> {
  const lines = await client.run('LIST "" "*"');
  return lines
    .flatMap((line) => {
      const [, marks = "", name = ""] = /^\* LIST \((.*?)\) \S+ "?([^"]*)"?$/.exec(line) ?? [];
      // Gmail's folders of flagged mail accept no messages.
      return name === "" || /\\(noselect|nonexistent|flagged)/i.test(marks) ? [] : [name];
    })
    .toSorted();
}

function never(): never {
  throw new Error("There is always something to do.");
}
