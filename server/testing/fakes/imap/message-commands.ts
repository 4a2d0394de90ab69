import {
  fetchAnswer,
  fetchItems,
  marksSeen,
  readInternalDate,
  readsBody,
} from "./fetch-response.ts";
import type { FakeFolder, FakeMessage } from "./folder.ts";
import type { Handler, Session } from "./session.ts";
import { asSet, inSet, isAscending } from "./uid-ranges.ts";
import { textOf, textsOf, type Word } from "./atoms.ts";

export const messageCommands: Record<string, Handler> = {
  FETCH: (session, words) => fetch(session, words, { byUid: false }),
  "UID FETCH": (session, words) => fetch(session, words, { byUid: true }),
  STORE: (session, words) => store(session, words, { byUid: false }),
  "UID STORE": (session, words) => store(session, words, { byUid: true }),
  COPY: (session, words) => transfer(session, words, { byUid: false, isMove: false }),
  "UID COPY": (session, words) => transfer(session, words, { byUid: true, isMove: false }),
  MOVE: (session, words) => transfer(session, words, { byUid: false, isMove: true }),
  "UID MOVE": (session, words) => transfer(session, words, { byUid: true, isMove: true }),
  EXPUNGE: (session) => expunge(session, () => true),
  "UID EXPUNGE": (session, [set]) => {
    const isOffered = session.server.profile.capabilities.includes("UIDPLUS");
    if (!isOffered || session.quirks.refusesUidExpunge) return "BAD UID EXPUNGE is not supported";
    return expunge(session, inSet(textOf(set), session.view?.largestUid() ?? 0));
  },
  APPEND: (session, [name, ...words]) => {
    const folder = session.mailbox?.find(textOf(name));
    if (!folder || folder.isNoselect) return "NO [TRYCREATE] no such folder";
    const raw = words.pop();
    const flags = words.flatMap((word) => textsOf(word));
    const date = words.map(textOf).find((word) => word !== "");
    const message = session.mailbox?.append(folder, Buffer.from(textOf(raw), "latin1"), {
      flags,
      internalDate: date === undefined ? Date.now() : readInternalDate(date),
    });
    const hasUidPlus = session.server.profile.capabilities.includes("UIDPLUS");
    return hasUidPlus
      ? `OK [APPENDUID ${folder.uidValidity} ${message?.uid}] appended`
      : "OK appended";
  },
};

interface Numbering {
  byUid: boolean;
}

type Entry = { number: number; message: FakeMessage };

/** Returns the messages in a set, or the error if the set is invalid. */
function chosen(session: Session, set: string, { byUid }: Numbering): Entry[] | string {
  const { view, quirks } = session;
  if (!view) return "BAD no folder is open";
  if (quirks.refusesDescendingSets && !isAscending(set)) return "BAD invalid set";
  const largest = byUid ? view.largestUid() : view.numbered.length;
  const isIn = inSet(set, largest);
  return view.entries().filter(({ number, message }) => isIn(byUid ? message.uid : number));
}

function fetch(session: Session, words: Word[], numbering: Numbering): string {
  const [set, given, modifiers] = words;
  const entries = chosen(session, textOf(set), numbering);
  if (typeof entries === "string") return entries;
  const items = fetchItems(given);
  if (!session.server.profile.capabilities.includes("X-GM-EXT-1")) {
    if (items.some((item) => /^X-GM-/i.test(item))) return "BAD unknown item";
  }
  const { view, mailbox, server } = session;
  if (readsBody(items) && entries.some(({ message }) => server.unavailable.has(message))) {
    return "NO [UNAVAILABLE] UID FETCH Server error while fetching messages";
  }
  const since = changedSince(session, modifiers);
  if (since !== undefined) {
    session.enabled.add("CONDSTORE");
    items.push("MODSEQ");
    reportVanished(session, textsOf(modifiers), { set: textOf(set), since });
  }
  if (numbering.byUid && !items.includes("UID")) items.unshift("UID");
  for (const { number, message } of entries) {
    if (since !== undefined && message.modseq <= since) continue;
    if (marksSeen(items) && view && !view.isReadOnly && !message.flags.has("\\Seen")) {
      mailbox?.setFlags(view.folder, message, [...message.flags, "\\Seen"]);
    }
    const labels = labelsOf(session, message);
    const answer = fetchAnswer(message, [...new Set(items)], { quirks: session.quirks, labels });
    session.line(`* ${number} FETCH (${answer})`);
  }
  return "OK fetched";
}

function changedSince(session: Session, modifiers: Word | undefined): number | undefined {
  const [name, value] = textsOf(modifiers);
  const isKnown = session.server.profile.capabilities.includes("CONDSTORE");
  return isKnown && name?.toUpperCase() === "CHANGEDSINCE" ? Number(value) : undefined;
}

/** Sends VANISHED for UID FETCH … (CHANGEDSINCE n VANISHED) (RFC 7162, 3.2.6). */
function reportVanished(
  session: Session,
  modifiers: string[],
  { set, since }: { set: string; since: number },
): void {
  if (!modifiers.some((word) => word.toUpperCase() === "VANISHED")) return;
  const isIn = inSet(set, 2 ** 32 - 1);
  const gone = (session.view?.folder.expunged ?? [])
    .filter(({ uid, modseq }) => modseq > since && isIn(uid))
    .map(({ uid }) => uid)
    .toSorted((a, b) => a - b);
  if (gone.length > 0) session.line(`* VANISHED (EARLIER) ${asSet(gone)}`);
}

/** Returns the labels in Gmail's form: system folders with a backslash. */
function labelsOf({ mailbox, view }: Session, message: FakeMessage): string[] {
  if (!mailbox || !view) return [];
  return mailbox.labels(view.folder, message).map((folder) => {
    if (folder.name === "INBOX") return '"\\\\Inbox"';
    return folder.use === "" ? `"${folder.name}"` : `"\\${folder.use}"`;
  });
}

function store(session: Session, [set, how, flags]: Word[], numbering: Numbering): string {
  const entries = chosen(session, textOf(set), numbering);
  if (typeof entries === "string") return entries;
  const { view, mailbox } = session;
  if (!view || view.isReadOnly) return "NO [READ-ONLY] the folder was opened for reading";
  const isSilent = /\.SILENT$/i.test(textOf(how));
  const [, sign, item] = /^([+-]?)(.*?)(?:\.SILENT)?$/i.exec(textOf(how)) ?? [];
  if (item?.toUpperCase() === "X-GM-LABELS") {
    if (!session.quirks.hasLabels) return "BAD unknown item";
    const names = Array.isArray(flags) ? textsOf(flags) : [textOf(flags)];
    for (const { message } of entries) {
      for (const name of names) mailbox?.label(message, name, { isGiven: sign !== "-" });
    }
    return "OK stored";
  }
  const given = Array.isArray(flags) ? textsOf(flags) : [textOf(flags)];
  for (const { number, message } of entries) {
    const next = new Set(
      textOf(how).startsWith("+") || textOf(how).startsWith("-") ? message.flags : [],
    );
    for (const flag of given) {
      if (textOf(how).startsWith("-")) next.delete(flag);
      else next.add(flag);
    }
    mailbox?.setFlags(view.folder, message, next);
    // The change is sent to every connection; to this one once, in the response.
    if (!isSilent) {
      const uid = numbering.byUid ? `UID ${message.uid} ` : "";
      const modseq = session.enabled.has("CONDSTORE") ? ` MODSEQ (${message.modseq})` : "";
      session.line(`* ${number} FETCH (${uid}FLAGS (${[...message.flags].join(" ")})${modseq})`);
    }
  }
  return "OK stored";
}

function transfer(
  session: Session,
  [set, name]: Word[],
  { byUid, isMove }: Numbering & { isMove: boolean },
): string {
  const { mailbox, view, server } = session;
  if (isMove && !server.profile.capabilities.includes("MOVE")) return "BAD MOVE is unknown";
  const entries = chosen(session, textOf(set), { byUid });
  if (typeof entries === "string") return entries;
  const to = mailbox?.find(textOf(name));
  if (!mailbox || !view || !to || to.isNoselect) return "NO [TRYCREATE] no such folder";
  const before: number[] = [];
  const after: number[] = [];
  for (const { message } of entries) {
    const copy = isMove ? mailbox.move(view.folder, message, to) : mailbox.copy(message, to);
    before.push(message.uid);
    after.push(copy.uid);
  }
  if (!server.profile.capabilities.includes("UIDPLUS") || before.length === 0) return "OK done";
  const copyUid = `[COPYUID ${to.uidValidity} ${asSet(before)} ${after.join(",")}]`;
  // RFC 6851, 4.3: for MOVE, COPYUID precedes the EXPUNGE responses.
  if (isMove) session.line(`* OK ${copyUid} moved`);
  return isMove ? "OK moved" : `OK ${copyUid} copied`;
}

function expunge(session: Session, isMeant: (uid: number) => boolean): string {
  const { view, mailbox } = session;
  if (!view || view.isReadOnly) return "NO [READ-ONLY] the folder was opened for reading";
  const folder: FakeFolder = view.folder;
  for (const { message } of view.entries()) {
    if (message.flags.has("\\Deleted") && isMeant(message.uid)) mailbox?.expunge(folder, message);
  }
  return "OK expunged";
}
