import { describe, expect, it } from "vitest";
import { parseQuery } from "#/search/parse-query.ts";
import { readSentence } from "./read-sentence.ts";

const sentences: [sentence: string, query: string, actions: object][] = [
  [
    "Archive newsletters from shop.example and mark them as read",
    'from:"shop.example" category:promotions',
    { move: "archive", seen: true },
  ],
  ["Label mail from Ada Lovelace as Engines", 'from:"Ada Lovelace"', { label: "Engines" }],
  [
    'Move everything from billing@host.example to "Paid bills"',
    'from:"billing@host.example"',
    {
      folder: "Paid bills",
    },
  ],
  [
    "When an email from my boss@work.example arrives, star it",
    'from:"boss@work.example"',
    {
      starred: true,
    },
  ],
  [
    "Save mail from acme.example to Notion and archive it",
    'from:"acme.example"',
    { save: "notion", move: "archive" },
  ],
  [
    'Add mail with the subject "Drawings" to my Trello board',
    'subject:"Drawings"',
    { save: "trello" },
  ],
  ["Emails from Jira should skip the inbox", 'from:"Jira"', { move: "archive" }],
  ['Delete mail with the subject "Weekly digest"', 'subject:"Weekly digest"', { move: "trash" }],
  [
    "Invoices with an attachment go to the folder Bookkeeping",
    "has:attachment category:finance",
    {
      folder: "Bookkeeping",
    },
  ],
  [
    "Mark mail from anyone at court.example as important",
    'from:"court.example"',
    {
      priority: "High",
    },
  ],
  ["Put mail about the roof repair into Home", '"the roof repair"', { folder: "Home" }],
  ["Mark notifications as read", "category:updates", { seen: true }],
  [
    "Send messages from prize@lottery.example to spam",
    'from:"prize@lottery.example"',
    {
      move: "spam",
    },
  ],
  [
    "Categorize mail from the domain bank.example as finance",
    'from:"bank.example"',
    {
      category: "Finance",
    },
  ],
  [
    "Mail sent to sales@me.example: label it Sales, then archive it",
    'to:"sales@me.example"',
    {
      label: "Sales",
      move: "archive",
    },
  ],
];

describe("a rule in a sentence", () => {
  it.each(sentences)("%s", (sentence, query, actions) => {
    expect(readSentence(sentence)).toEqual({ query, actions, unread: [] });
    expect(parseQuery(query).problem).toBeNull();
  });

  it("reports what it does not understand", () => {
    const { actions, unread } = readSentence("Archive mail from Jira on rainy Tuesdays");
    expect(actions).toEqual({ move: "archive" });
    expect(unread.join(" ") + readSentence("Please forward receipts").unread.join(" ")).toContain(
      "forward",
    );
  });

  it.each([
    "Never delete mail from bob@x.example",
    "Archive mail not from bob@x.example",
    "Don't archive newsletters",
    "Archive newsletters except from shop.example",
    "Archive mail from Ada unless it is important",
  ])("creates no rule from a sentence that may mean the opposite: %s", (sentence) => {
    expect(readSentence(sentence)).toMatchObject({ query: "", actions: {} });
    expect(readSentence(sentence).unread).not.toEqual([]);
  });

  it("returns an empty rule for a sentence without content", () => {
    expect(readSentence("please")).toEqual({ query: "", actions: {}, unread: [] });
    expect(readSentence("Archive mail")).toMatchObject({ query: "", actions: { move: "archive" } });
  });

  it("parses long and strange sentences quickly", () => {
    for (const strange of [
      "from ".repeat(90),
      '"'.repeat(500),
      "a ".repeat(250),
      "mark ".repeat(99),
    ]) {
      readSentence(strange);
    }
  });
});
