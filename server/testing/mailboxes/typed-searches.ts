import fc from "fast-check";
import { isSpaceless, toWords } from "#/base/tokenize.ts";
import {
  otherAccounts,
  targetDate,
  targetFolders,
  targetOwner,
  type TargetColumn,
  type TargetMessage,
  type TargetLocation,
  targetWords,
  wordsOfMail,
  wordsOfPeople,
} from "./target-messages.ts";

/**
 * A search as typed, with a test for a message at a location. `isOpen`: it is at the end, where its last word may be a prefix.
 */
export interface TypedSearch {
  text: string;
  holds: (mail: TargetMessage, place: TargetLocation, isOpen: boolean) => boolean;
  /** Locations that the search names; unnamed ones, such as Spam and Trash, are excluded. */
  named: readonly string[];
  /** True if an operator before the text applies to all of it. */
  isOne: boolean;
}

type Holds = TypedSearch["holds"];

const single = (text: string, holds: Holds, named: string[] = []): TypedSearch => ({
  text,
  holds,
  named,
  isOne: true,
});

/** Returns the positions where the typed words occur next to each other. */
function existing(there: readonly string[], typed: string, isOpen: boolean): number[] {
  const words = toWords(typed);
  const [before = "", last = ""] = [words.at(-2), words.at(-1)];
  const isEnd = isSpaceless(last) && Array.from(before).length === 2 && before.endsWith(last);
  const wanted = isEnd ? words.slice(0, -1) : words;
  const mayContinue = isOpen || (isSpaceless(last) && !isEnd);
  return there.flatMap((_, at) =>
    wanted.every((word, index) =>
      mayContinue && index === wanted.length - 1
        ? there[at + index]?.startsWith(word)
        : there[at + index] === word,
    )
      ? at
      : [],
  );
}

const anywhere: TargetColumn[] = ["sender", "recipients", "subject", "body"];

function inColumns(columns: readonly TargetColumn[], typed: string, mayContinue = true): Holds {
  return (mail, _place, isOpen) => {
    const words = wordsOfMail(mail);
    return columns.some((one) => existing(words[one], typed, mayContinue && isOpen).length > 0);
  };
}

const word = fc.constantFrom(...targetWords, "Oa", "mull", "東", "京都", "bo.a", "example", "v2");
const pair = fc.tuple(word, word).map((words) => words.join(" "));

const ofWords = fc.oneof(
  { weight: 4, arbitrary: word.map((typed) => single(typed, inColumns(anywhere, typed))) },
  word.map((typed) => single(`+${typed}`, inColumns(anywhere, typed, false))),
  pair.map((typed) => single(`"${typed}"`, inColumns(anywhere, typed, false))),
  word.map((typed) => single(`subject:${typed}`, inColumns(["subject"], typed))),
  pair.map((typed) => single(`subject:"${typed}"`, inColumns(["subject"], typed, false))),
  near(),
);

/** Uses only words that neither equal nor prefix one another. */
function near(): fc.Arbitrary<TypedSearch> {
  const [one, other] = [fc.constantFrom("oak", "مرحبا"), fc.constantFrom("elm", "10.5", "fir")];
  return fc.tuple(one, fc.nat({ max: 4 }), other).map(([first, within, second]) => ({
    ...single(`${first} AROUND ${within} ${second}`, (mail, _place, isOpen) =>
      Object.values(wordsOfMail(mail)).some((words) =>
        existing(words, first, false).some((at) =>
          existing(words, second, isOpen).some((then) => {
            const between = then > at ? then - at - 1 : at - then - toWords(second).length;
            return between <= within;
          }),
        ),
      ),
    ),
    isOne: false,
  }));
}

const peopleIn = {
  from: ({ from }: TargetMessage) => [from],
  to: ({ to, cc, bcc }: TargetMessage) => [...to, ...cc, ...bcc],
  cc: ({ cc }: TargetMessage) => cc,
  bcc: ({ bcc }: TargetMessage) => bcc,
  with: ({ from, to, cc, bcc }: TargetMessage) => [from, ...to, ...cc, ...bcc],
};

const ofPeople = fc
  .tuple(
    fc.constantFrom("from", "to", "cc", "bcc", "with"),
    fc.constantFrom("me", "bo", "oak", "東京", "example.com", "bo.a+x@partner.example.com"),
  )
  .map(([operator, typed]) =>
    single(`${operator}:${typed}`, (mail, _place, isOpen) => {
      const people = peopleIn[operator](mail);
      if (typed === "me" && operator === "from") return mail.isOwn;
      if (typed === "me") return people.includes(targetOwner);
      return people.some((one) => existing(wordsOfPeople([one]), typed, isOpen).length > 0);
    }),
  );

const inRole = (role: string): Holds => {
  return (_mail, { folder }) => targetFolders[folder]?.role === role;
};

const ofSigns = fc.constantFrom(
  single("is:unread", (_mail, { isSeen }) => !isSeen),
  single("is:read", (_mail, { isSeen }) => isSeen),
  single("is:starred", (_mail, { isStarred }) => isStarred),
  single("is:unstarred", (_mail, { isStarred }) => !isStarred),
  single("label:trips", ({ isLabelled }) => isLabelled),
  single("has:userlabels", ({ isLabelled }) => isLabelled),
  single("has:attachment", ({ files }) => files.length > 0),
  single("has:pdf", ({ files }) => files.includes(0)),
  single("has:image", ({ files }) => files.includes(2)),
  single("has:link", ({ hasLink }) => hasLink),
  single("filename:pdf", ({ files }) => files.includes(0)),
  single("filename:müller", ({ files }) => files.includes(1)),
  single('filename:"pla"', () => false),
  single("list:talk.lists.example.net", ({ isOfList }) => isOfList),
  single("deliveredto:alias@north.example.org", ({ isOfList }) => isOfList),
  single("account:south", (_mail, { folder }) => folder === otherAccounts),
  single("account:north", (_mail, { folder }) => folder !== otherAccounts),
  single("in:anywhere", () => true, ["spam", "trash"]),
  single("in:inbox", inRole("inbox")),
  single("in:archive", inRole("archive")),
  single("in:sent", inRole("sent")),
  single("in:spam", inRole("spam"), ["spam"]),
  single("label:trash", inRole("trash"), ["trash"]),
  single("in:far-away", inRole("other")),
  single('in:"Trips/Far away"', inRole("other")),
);

const ofMeasures = fc.oneof(
  fc
    .tuple(fc.constantFrom("before", "older", "after", "newer"), fc.integer({ min: 20, max: 31 }))
    .map(([operator, day]) =>
      single(`${operator}:2026-08-${day}`, (mail) => {
        const isSince = targetDate(mail) >= Date.UTC(2026, 7, day);
        return isSince === ["after", "newer"].includes(operator);
      }),
    ),
  fc.integer({ min: 1, max: 6 }).map((size) => {
    return single(`larger:${size}000`, ({ sizeBytes }) => sizeBytes > size * 1000);
  }),
  fc.integer({ min: 1, max: 6 }).map((size) => {
    return single(`smaller:${size}000`, ({ sizeBytes }) => sizeBytes < size * 1000);
  }),
  fc
    .nat({ max: 30 })
    .map((number) => single(`rfc822msgid:<m${number}@x>`, ({ at }) => at === number)),
);

/** Matches messages that `holds` matches in none of their locations. */
const without =
  ({ holds }: TypedSearch): Holds =>
  (mail, _place, isOpen) =>
    !mail.places.some((place) => holds(mail, place, isOpen));

function together(
  all: readonly TypedSearch[],
  [before, between, behind]: readonly [string, string, string],
  how: "every" | "some",
): TypedSearch {
  const isClosed = behind !== "";
  return {
    text: `${before}${all.map(({ text }) => text).join(between)}${behind}`,
    holds: (mail, place, isOpen) =>
      all[how](({ holds }, at) => holds(mail, place, isOpen && !isClosed && at === all.length - 1)),
    named: all.flatMap(({ named }) => named),
    isOne: isClosed,
  };
}

const { part } = fc.letrec<{ part: TypedSearch }>((tie) => {
  const parts = fc.array(tie("part"), { minLength: 1, maxLength: 3 });
  const ones = tie("part").filter(({ isOne }) => isOne);
  return {
    part: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.oneof(ofWords, ofPeople, ofSigns, ofMeasures),
      ones
        .filter(({ text }) => /^[^+-]/.test(text))
        .map((one) => ({ ...single(`-${one.text}`, without(one)) })),
      ones.map((one) => ({ ...single(`NOT ${one.text}`, without(one)), isOne: false })),
      parts.map((all) => together(all, ["(", " ", ")"], "every")),
      parts.map((all) => together(all, ["{", " ", "}"], "some")),
      fc
        .array(ones, { minLength: 2, maxLength: 3 })
        .map((all) => together(all, ["", " OR ", ""], "some")),
    ),
  };
});

/** Searches as users may type them; a lone operator between their parts is ignored. */
export const typedSearches = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(" ", "  ", " AND ", " & ", ' "" '),
  )
  .map(([all, between]) => together(all, ["", between, ""], "every"))
  .filter(({ text }) => text.length <= 400 && text.length > 1 && text.split(/\s+/).length < 25);

/** Returns true if a search matches a message: it excludes spam and trash unless it names them. */
export function isMeant({ text, holds, named }: TypedSearch, mail: TargetMessage): boolean {
  const isOpen = !text.endsWith('"');
  return mail.places.some((place) => {
    const role = targetFolders[place.folder]?.role ?? "";
    const isLeftOut = ["spam", "trash"].includes(role) && !named.includes(role);
    return !isLeftOut && holds(mail, place, isOpen);
  });
}
