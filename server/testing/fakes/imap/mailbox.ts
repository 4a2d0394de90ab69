import { FakeFolder, type FakeMessage } from "./folder.ts";
import type { Profile } from "./profile.ts";

/** One user's mail on the server. An operation has the same effect from any connection. */
export class FakeMailbox {
  readonly profile: Profile;
  readonly folders: FakeFolder[];
  #modseq = 1;
  #uidValidity = 1000;
  #gmailId = 1_278_455_344_230_334_865n;

  constructor(profile: Profile) {
    this.profile = profile;
    this.folders = profile.folders.map(({ name, use = "", isNoselect = false }) =>
      this.#newFolder(name, { use, isNoselect }),
    );
  }

  /** Returns the folder with this name in LIST; INBOX matches in any case. */
  find(name: string): FakeFolder | undefined {
    const wanted = name.toUpperCase() === "INBOX" ? "INBOX" : name;
    return this.folders.find((folder) => folder.name === wanted);
  }

  folder(name: string): FakeFolder {
    const folder = this.find(name);
    if (!folder) throw new Error(`The fake server has no folder ${name}.`);
    return folder;
  }

  /** Returns the visible messages of the folder. */
  shown(folder: FakeFolder): FakeMessage[] {
    const { showsNewest } = this.profile.quirks;
    return showsNewest === undefined ? folder.messages : folder.messages.slice(-showsNewest);
  }

  create(name: string): FakeFolder | undefined {
    if (this.find(name) || name === "") return undefined;
    const folder = this.#newFolder(name, { use: "", isNoselect: false });
    this.folders.push(folder);
    return folder;
  }

  delete(folder: FakeFolder): void {
    this.folders.splice(this.folders.indexOf(folder), 1);
    folder.report({ kind: "gone" });
    for (const message of folder.messages) this.#reportLabels(message);
  }

  /** Renames a folder with its subfolders; all messages keep their UIDs (RFC 3501, 6.3.5). */
  rename(folder: FakeFolder, name: string): void {
    const before = `${folder.name}${this.profile.delimiter}`;
    for (const each of this.folders) {
      if (!each.name.startsWith(before)) continue;
      each.name = `${name}${this.profile.delimiter}${each.name.slice(before.length)}`;
    }
    folder.name = name;
    for (const message of folder.messages) this.#reportLabels(message);
  }

  /** Returns the message's other folders: its labels that users created. */
  labels(folder: FakeFolder, { content }: FakeMessage): FakeFolder[] {
    if (!this.profile.quirks.hasLabels) return [];
    return this.folders
      .filter((each) => each !== folder && each.use !== "\\All")
      .filter((each) => each.messages.some((message) => message.content === content));
  }

  renumber(folder: FakeFolder): void {
    folder.renumber(this.#uidValidity++);
  }

  append(
    folder: FakeFolder,
    raw: Buffer,
    { flags = [], internalDate = Date.UTC(2026, 10, 21) }: AppendOptions = {},
  ): FakeMessage {
    const gmailId = String(this.#gmailId++);
    const content = { raw, internalDate, gmailId, gmailThread: gmailId };
    const own = new Set(flags);
    const message = folder.add(content, own, this.#next());
    const all = this.#allMail(folder);
    if (all && all !== folder) all.add(content, own, this.#next());
    return message;
  }

  setFlags(folder: FakeFolder, message: FakeMessage, flags: Iterable<string>): void {
    const before = [...message.flags].toSorted().join(" ");
    const next = [...flags];
    message.flags.clear();
    for (const flag of next) message.flags.add(flag);
    if ([...message.flags].toSorted().join(" ") === before) return;
    this.#touch(message);
  }

  /** Copies a message. On a server with labels it adds a label, and a folder never holds a message twice. */
  copy(message: FakeMessage, to: FakeFolder): FakeMessage {
    const { hasLabels } = this.profile.quirks;
    const there = to.messages.find((each) => hasLabels && each.content === message.content);
    if (there) return there;
    const content = hasLabels ? message.content : { ...message.content };
    const flags = hasLabels ? message.flags : new Set(message.flags);
    const copy = to.add(content, flags, this.#next());
    const all = this.#allMail(to);
    if (all && !all.messages.some((each) => each.content === content)) {
      all.add(content, flags, this.#next());
    }
    this.#reportLabels(copy);
    return copy;
  }

  /** Adds or removes a label as X-GM-LABELS does; a new label is created. */
  label(message: FakeMessage, name: string, { isGiven }: { isGiven: boolean }): void {
    const isInbox = name.toLowerCase() === "\\inbox";
    const folder = this.find(isInbox ? "INBOX" : name) ?? (isGiven ? this.create(name) : undefined);
    if (!folder) return;
    if (isGiven) this.copy(message, folder);
    const there = folder.messages.find(({ content }) => content === message.content);
    if (!isGiven && there) this.expunge(folder, there);
  }

  move(from: FakeFolder, message: FakeMessage, to: FakeFolder): FakeMessage {
    if (this.profile.quirks.hasLabels && ["\\Trash", "\\Junk"].includes(to.use)) {
      for (const each of this.#places(message)) {
        each.folder.remove(each.message, this.#next());
      }
      return to.add(message.content, message.flags, this.#next());
    }
    const copy = this.copy(message, to);
    // A message leaves All Mail only for Trash and Spam.
    const stays = this.profile.quirks.hasLabels && from.use === "\\All";
    if (copy !== message && !stays) from.remove(message, this.#next());
    this.#reportLabels(copy);
    return copy;
  }

  /** With labels this removes the label; from All Mail it deletes the message in all folders. */
  expunge(folder: FakeFolder, message: FakeMessage): void {
    const isEverywhere = folder.use === "\\All";
    const gone = isEverywhere ? this.#places(message) : [{ folder, message }];
    for (const each of gone) each.folder.remove(each.message, this.#next());
    // \Deleted is the only flag that belongs to a folder.
    if (this.profile.quirks.hasLabels) message.flags.delete("\\Deleted");
    this.#reportLabels(message);
  }

  #next(): number {
    return ++this.#modseq;
  }

  #newFolder(name: string, options: { use: string; isNoselect: boolean }): FakeFolder {
    return new FakeFolder(name, { ...options, uidValidity: this.#uidValidity++ });
  }

  #allMail(folder: FakeFolder): FakeFolder | undefined {
    if (!this.profile.quirks.hasLabels || ["\\Trash", "\\Junk"].includes(folder.use)) return;
    return this.folders.find((each) => each.use === "\\All");
  }

  #touch(message: FakeMessage): void {
    for (const each of this.#places(message)) each.folder.touch(each.message, this.#next());
  }

  /** Marks the message as changed in all its folders, because adding or removing a label changes it there. */
  #reportLabels(message: FakeMessage): void {
    if (this.profile.quirks.hasLabels) this.#touch(message);
  }

  /** Returns every location of the message; without labels there is only one. */
  #places({ content }: FakeMessage): { folder: FakeFolder; message: FakeMessage }[] {
    return this.folders.flatMap((folder) =>
      folder.messages
        .filter((message) => message.content === content)
        .map((message) => ({ folder, message })),
    );
  }
}

interface AppendOptions {
  flags?: readonly string[];
  /** Internal date, in milliseconds since 1970. */
  internalDate?: number;
}
