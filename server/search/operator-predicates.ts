import { Category, Priority } from "@inlet/contract/mail/email.ts";
import {
  type SearchOperator,
  searchOperators,
  searchSize,
} from "@inlet/contract/mail/search-query.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import { startOf, timeAgo } from "./day-start.ts";
import { markOf } from "./marks.ts";
import { allOf, type Part, type Single } from "./query-parts.ts";
import { toWords } from "#/base/tokenize.ts";
import type { Predicate } from "#/store/search/word-query.ts";

/** Returns the predicate of an operator with this value; undefined if the value is invalid. */
export function predicateOf(
  operator: Exclude<SearchOperator, "from" | "to" | "cc" | "bcc" | "with" | "subject">,
  { typed, isPrefix }: { typed: string; isPrefix: boolean },
  timeZone: string,
): Part | undefined {
  const value = typed.toLowerCase();
  if (value === "") return undefined;
  switch (operator) {
    case "before":
    case "older":
    case "after":
    case "newer": {
      const time = startOf(value, timeZone);
      return time === undefined
        ? undefined
        : datesOf(time, operator === "after" || operator === "newer");
    }
    case "older_than":
    case "newer_than": {
      const time = timeAgo(value);
      return time === undefined ? undefined : datesOf(time, operator === "newer_than");
    }
    case "larger":
    case "smaller":
    case "size": {
      const bytes = bytesOf(value);
      if (bytes === undefined) return undefined;
      return operator === "smaller"
        ? { kind: "size", below: bytes }
        : { kind: "size", above: bytes };
    }
    case "filename":
      return fileNamed(value, isPrefix);
    case "list":
      return addressed("list", value, true);
    case "deliveredto":
      if (value === "me") return { kind: "me", field: operator };
      return addressed("delivered", value, isPrefix || !value.includes("@"));
    case "rfc822msgid": {
      const id = typed.replace(/^<(.*)>$/, "$1");
      return id === "" ? undefined : { kind: "messageId", id };
    }
    case "in":
    case "label":
    case "account":
      return { kind: "name", operator, name: typed };
    case "has":
    case "is":
    case "category":
    case "priority":
      return valuePredicates[operator](value);
  }
}

function datesOf(time: number, isSince: boolean): Part {
  const key = firstKeyOf(time);
  return isSince ? { kind: "dates", from: key } : { kind: "dates", until: key };
}

const units: Record<string, number> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

function bytesOf(value: string): number | undefined {
  const [, count, unit = ""] = searchSize.exec(value) ?? [];
  return count === undefined ? undefined : Math.floor(Number(count) * (units[unit] ?? 1));
}

/** Removes angle brackets. Brackets alone would leave an empty text, which is a prefix of every address. */
function addressed(
  kind: "list" | "delivered",
  value: string,
  isPrefix: boolean,
): Single | undefined {
  const address = value.replaceAll(/[<>]/g, "").trim();
  return address === "" ? undefined : { kind: "marked", mark: markOf(kind, address), isPrefix };
}

/** All words of the name must occur in names of the message's files; a type counts as one of them. */
function fileNamed(value: string, isPrefix: boolean): Part | undefined {
  const words = toWords(value);
  const parts = words.map((word, index): Single => ({
    kind: "marked",
    mark: markOf("file", word),
    isPrefix: isPrefix && index === words.length - 1,
  }));
  return parts.length > 0 ? allOf(parts) : undefined;
}

const listed = (filter: Extract<Predicate, { kind: "listed" }>["filter"]): Single => ({
  kind: "listed",
  filter,
});

const states: Record<(typeof searchOperators.is)[number], Single> = {
  unread: listed({ isUnread: true }),
  read: listed({ isUnread: false }),
  starred: listed({ isStarred: true }),
  unstarred: listed({ isStarred: false }),
  important: listed({ isImportant: true }),
  replied: { kind: "answered" },
  unanswered: listed({ turn: "reply" }),
  waiting: listed({ turn: "waiting" }),
  fyi: listed({ turn: "fyi" }),
  muted: { kind: "muted" },
  snoozed: { kind: "role", role: "snoozed" },
};

const valuePredicates: Record<
  "has" | "is" | "category" | "priority",
  (value: string) => Part | undefined
> = {
  has: (value) => {
    const known = searchOperators.has.find((name) => name === value);
    if (known === undefined) return undefined;
    if (known === "attachment") return listed({ hasAttachments: true });
    if (known === "userlabels") return { kind: "userlabels" };
    if (known === "nouserlabels") return { kind: "without", part: { kind: "userlabels" } };
    return { kind: "marked", mark: markOf("has", known), isPrefix: false };
  },
  is: (value) => Object.entries(states).find(([name]) => name === value)?.[1],
  category: (value) => {
    const category = Category.options.find((name) => name.toLowerCase() === value);
    return category && listed({ category });
  },
  priority: (value) => {
    const priority = Priority.options.find((name) => name.toLowerCase() === value);
    return priority && listed({ priority });
  },
};
