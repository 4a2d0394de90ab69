import type { FakeFolder } from "./folder.ts";
import type { Handler, Session } from "./session.ts";
import { asSet } from "./uid-ranges.ts";
import { quoted, textOf, textsOf, type Word } from "./atoms.ts";

const flags = "\\Answered \\Flagged \\Deleted \\Seen \\Draft";

export const folderCommands: Record<string, Handler> = {
  NAMESPACE: (session) => {
    const { prefix, delimiter } = session.server.profile;
    session.line(`* NAMESPACE ((${quoted(prefix)} ${quoted(delimiter)})) NIL NIL`);
    return "OK namespace told";
  },
  LIST: list("LIST"),
  LSUB: list("LSUB"),
  XLIST: list("XLIST"),
  SUBSCRIBE: () => "OK subscribed",
  UNSUBSCRIBE: () => "OK unsubscribed",
  CREATE: (session, [name]) => {
    const made = session.mailbox?.create(textOf(name));
    return made ? "OK created" : "NO [ALREADYEXISTS] it is there already";
  },
  DELETE: (session, [name]) => {
    const folder = session.mailbox?.find(textOf(name));
    if (!folder) return missing;
    if (folder.name === "INBOX") return "NO the inbox stays";
    // RFC 3501, 6.3.4: the connection that deletes a folder must not have it selected.
    if (session.view?.folder === folder) session.deselect();
    session.mailbox?.delete(folder);
    return "OK deleted";
  },
  RENAME: (session, [from, to]) => {
    const folder = session.mailbox?.find(textOf(from));
    if (!folder) return missing;
    if (session.mailbox?.find(textOf(to))) return "NO [ALREADYEXISTS] that name is taken";
    session.mailbox?.rename(folder, textOf(to));
    return "OK renamed";
  },
  STATUS: (session, [name, items]) => {
    const folder = session.mailbox?.find(textOf(name));
    if (!folder || folder.isNoselect) return missing;
    const statusText = statusOf(session, folder, items);
    if (statusText === undefined) return "BAD unknown item";
    session.line(statusText);
    return "OK counted";
  },
  SELECT: (session, words) => open(session, words, false),
  EXAMINE: (session, words) => open(session, words, true),
  UNSELECT: (session) => {
    session.deselect();
    return "OK closed";
  },
  CLOSE: (session) => {
    const { view, mailbox } = session;
    if (view && !view.isReadOnly) {
      for (const { message } of view.entries()) {
        if (message.flags.has("\\Deleted")) mailbox?.expunge(view.folder, message);
      }
    }
    session.deselect();
    return "OK closed";
  },
};

/** Returns the STATUS response, or nothing for an unknown item. */
function statusOf(
  session: Session,
  folder: FakeFolder,
  items: Word | undefined,
): string | undefined {
  const isOpen = session.quirks.countsBySession === true && session.view?.folder === folder;
  const seen = isOpen ? session.view?.entries().map(({ message }) => message) : undefined;
  const shown = seen ?? session.mailbox?.shown(folder) ?? [];
  const counts: Record<string, number> = {
    MESSAGES: shown.length,
    RECENT: 0,
    UIDNEXT: folder.uidNext,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: shown.filter((message) => !message.flags.has("\\Seen")).length,
    ...(session.server.profile.capabilities.includes("CONDSTORE")
      ? { HIGHESTMODSEQ: folder.highestModseq }
      : {}),
  };
  const asked = textsOf(items).map((item) => item.toUpperCase());
  if (asked.some((item) => counts[item] === undefined)) return undefined;
  const statusText = asked.map((item) => `${item} ${counts[item]}`);
  return `* STATUS ${listedName(folder.name)} (${statusText.join(" ")})`;
}

const missing = "NO [NONEXISTENT] no such folder";

function list(command: string): Handler {
  return (session, [reference, ...words]) => {
    // In extended LIST commands (RFC 5258), such as LIST (SPECIAL-USE), the selection options come first.
    const rest = Array.isArray(reference) ? words.slice(1) : words;
    const pattern = Array.isArray(rest[0]) ? textsOf(rest[0])[0] : textOf(rest[0]);
    const { delimiter, capabilities } = session.server.profile;
    if (!pattern) {
      session.line(`* ${command} (\\Noselect) ${quoted(delimiter)} ""`);
      return "OK listed";
    }
    const options = returnOptions(session, rest);
    const isCounted = options.includes("STATUS");
    const items = options[options.indexOf("STATUS") + 1];
    for (const folder of session.mailbox?.folders ?? []) {
      if (!matches(folder, pattern, delimiter)) continue;
      const isMarked = folder.use !== "" && capabilities.includes("SPECIAL-USE");
      const marks = [
        ...(folder.isNoselect ? ["\\Noselect"] : []),
        ...(options.includes("SUBSCRIBED") ? ["\\Subscribed"] : []),
        ...(isMarked && command === "LIST" ? [folder.use] : []),
      ];
      session.line(
        `* ${command} (${marks.join(" ")}) ${quoted(delimiter)} ${listedName(folder.name)}`,
      );
      const counts = isCounted && !folder.isNoselect ? statusOf(session, folder, items) : undefined;
      if (counts !== undefined) session.line(counts);
    }
    return "OK listed";
  };
}

/** Parses the options after `LIST … RETURN` (RFC 5258, 5819). */
function returnOptions({ server }: Session, words: readonly Word[]): Word[] {
  const isOffered = server.profile.capabilities.includes("LIST-EXTENDED");
  const options = words.at(-1);
  return isOffered && Array.isArray(options) ? options : [];
}

function matches(folder: FakeFolder, pattern: string, delimiter: string): boolean {
  if (pattern === "*") return true;
  if (pattern === "%") return !folder.name.includes(delimiter);
  return folder.name === pattern || pattern.toUpperCase() === folder.name;
}

/** Names are quoted even if the server writes raw UTF-8 (row 59). */
function listedName(name: string): string {
  return `"${name.replace(/["\\]/g, "\\$&")}"`;
}

function open(session: Session, [name, options]: Word[], isReadOnly: boolean): string {
  const { quirks, server } = session;
  if (quirks.needsId && !session.hasIntroduced) {
    return "NO SELECT Unsafe Login. Please contact kefu@188.com for help";
  }
  if (options !== undefined && quirks.refusesSelectOptions) return "BAD parse error";
  const view = session.select(textOf(name), { isReadOnly });
  if (!view) return missing;
  const { folder } = view;
  const hasModseq = server.profile.capabilities.includes("CONDSTORE");
  session.line(`* FLAGS (${flags})`);
  session.line(`* OK [PERMANENTFLAGS (${flags} \\*)] flags`);
  session.line(`* ${view.numbered.length} EXISTS`);
  session.line("* 0 RECENT");
  session.line(`* OK [UIDVALIDITY ${folder.uidValidity}] numbering`);
  if (!quirks.countsBySession) session.line(`* OK [UIDNEXT ${folder.uidNext}] next`);
  if (hasModseq) session.line(`* OK [HIGHESTMODSEQ ${folder.highestModseq}] changes`);
  if (Array.isArray(options)) resync(session, options);
  return isReadOnly ? "OK [READ-ONLY] opened" : "OK [READ-WRITE] opened";
}

/** Sends the changes since the client's last visit (RFC 7162, 3.2.5). */
function resync(session: Session, options: Word[]): void {
  if (textsOf(options).some((option) => option.toUpperCase() === "CONDSTORE")) {
    session.enabled.add("CONDSTORE");
  }
  const known = options.find((option) => Array.isArray(option));
  const [uidValidity, since] = textsOf(known).map(Number);
  const { view } = session;
  if (!view || since === undefined || uidValidity !== view.folder.uidValidity) return;
  const gone = view.folder.expunged.filter(({ modseq }) => modseq > since).map(({ uid }) => uid);
  if (gone.length > 0)
    session.line(`* VANISHED (EARLIER) ${asSet(gone.toSorted((a, b) => a - b))}`);
  for (const { number, message } of view.entries()) {
    if (message.modseq <= since) continue;
    const { uid, modseq } = message;
    const own = [...message.flags].join(" ");
    session.line(`* ${number} FETCH (UID ${uid} FLAGS (${own}) MODSEQ (${modseq}))`);
  }
}
