import { headerField, readMime } from "./mime-parts.ts";
import type { FakeMessage } from "./folder.ts";
import type { Handler, Session } from "./session.ts";
import { asSet, inSet } from "./uid-ranges.ts";
import { textOf, textsOf, type Word } from "./atoms.ts";

export const searchCommands: Record<string, Handler> = {
  SEARCH: (session, words, { tag }) => search(session, words, { byUid: false, tag }),
  "UID SEARCH": (session, words, { tag }) => search(session, words, { byUid: true, tag }),
};

function search(
  session: Session,
  words: Word[],
  { byUid, tag }: { byUid: boolean; tag: string },
): string {
  const { view, quirks } = session;
  if (!view) return "BAD no folder is open";
  const refused = quirks.refusesSearchKeys ?? [];
  if (words.some((word) => refused.includes(textOf(word).toUpperCase())))
    return "BAD not supported";
  const isExtended = textOf(words[0]).toUpperCase() === "RETURN";
  const keys = words.slice(isExtended ? 2 : 0);
  const isHit = quirks.ignoresSearchKeys ? () => true : condition(keys, view.largestUid());
  const hits = view
    .entries()
    .filter(isHit)
    .map(({ number, message }) => (byUid ? message.uid : number))
    .slice(-(quirks.searchLimit ?? Number.MAX_SAFE_INTEGER));
  const isExtendedAnswer = isExtended && !quirks.answersSearchPlainly;
  if (!isExtendedAnswer) session.line(["* SEARCH", ...hits].join(" "));
  else {
    const counted = textsOf(words[1]).some((each) => each.toUpperCase() === "COUNT");
    const count = counted ? ` COUNT ${hits.length}` : "";
    const all = hits.length > 0 ? ` ALL ${asSet(hits)}` : "";
    session.line(`* ESEARCH (TAG "${tag}")${byUid ? " UID" : ""}${count}${all}`);
  }
  return "OK searched";
}

type Entry = { number: number; message: FakeMessage };

/** All keys must match (RFC 3501, 6.4.4); keys that no test uses always match. */
function condition(keys: readonly Word[], largestUid: number): (entry: Entry) => boolean {
  const tests: ((entry: Entry) => boolean)[] = [];
  for (let at = 0; at < keys.length; at++) {
    const key = textOf(keys[at]).toUpperCase();
    const flag = flagKeys[key];
    if (flag) tests.push(({ message }) => message.flags.has(flag.name) === flag.isSet);
    else if (key === "UID") {
      const isIn = inSet(textOf(keys[++at]), largestUid);
      tests.push(({ message }) => isIn(message.uid));
    } else if (key === "HEADER") {
      const name = textOf(keys[++at]);
      const value = textOf(keys[++at]).toLowerCase();
      tests.push(({ message }) => {
        const { header } = readMime(message.content.raw.toString("latin1"));
        return headerField(header, name).toLowerCase().includes(value);
      });
    }
  }
  return (entry) => tests.every((test) => test(entry));
}

const flagKeys: Record<string, { name: string; isSet: boolean }> = {
  SEEN: { name: "\\Seen", isSet: true },
  UNSEEN: { name: "\\Seen", isSet: false },
  FLAGGED: { name: "\\Flagged", isSet: true },
  DELETED: { name: "\\Deleted", isSet: true },
  UNDELETED: { name: "\\Deleted", isSet: false },
};
