import { describe, expect, it } from "vitest";
import { isAddress, parseAddressList, readAddresses } from "./addresses.ts";

describe("a recipients field", () => {
  const good: [string, [string, string][]][] = [
    ["ann@test.example", [["", "ann@test.example"]]],
    [
      "Ann <ann@test.example>, b@test.example",
      [
        ["Ann", "ann@test.example"],
        ["", "b@test.example"],
      ],
    ],
    ['"Doe, Jane" <jane@test.example>', [["Doe, Jane", "jane@test.example"]]],
    [
      "Team: a@test.example, B <b@test.example>;",
      [
        ["", "a@test.example"],
        ["B", "b@test.example"],
      ],
    ],
    [
      "a@test.example; b@test.example",
      [
        ["", "a@test.example"],
        ["", "b@test.example"],
      ],
    ],
    ["a@test.example, A@TEST.example", [["", "a@test.example"]]],
    [" , a@test.example,, ", [["", "a@test.example"]]],
    ["jürgen@bücher.example", [["", "jürgen@bücher.example"]]],
    ['"odd name"@test.example', [["", '"odd name"@test.example']]],
    ["a@[127.0.0.1]", [["", "a@[127.0.0.1]"]]],
    ["a+b=c!#$%&'*/?^_`{|}~-@x-y.test.example", [["", "a+b=c!#$%&'*/?^_`{|}~-@x-y.test.example"]]],
    ["a@localhost", [["", "a@localhost"]]],
    ["", []],
  ];
  it.each(good)("%s is parsed", (text, expected) => {
    expect(parseAddressList(text)).toEqual(expected.map(([name, address]) => ({ name, address })));
  });

  const bad = [
    ["ann", "ann@", "@test.example", "a b", "Ann <ann>", "Ann <>", "a@b@c", "a@b c@d, e", "a@-b.c"],
    [
      "a@b..c",
      ".a@b.c",
      "a.@b.c",
      "a..b@c.d",
      "<a@b.c",
      'Ann "A <a@b.c>',
      "a@b.c>",
      "a@b.c\r\nBcc: x@y.z",
    ],
    [
      "a@b.c\0",
      `${"x".repeat(65)}@b.c`,
      `a@${"b".repeat(64)}.c`,
      "a@b.c, ann",
      "a@b.c(",
      "a@[evil>]",
    ],
  ].flat();
  it.each(bad)("%j is refused", (text) => {
    expect(parseAddressList(text)).toBeUndefined();
  });
});

it("reads a name that looks like an address as a name", () => {
  expect(readAddresses('"boss@test.example" <evil@other.example>')).toEqual([
    { name: "boss@test.example", address: "evil@other.example" },
  ]);
});

it("removes characters from a name that would reverse the address beside it", () => {
  expect(readAddresses("\u202Emoc.elpmaxe@knab\u2066 <evil@other.example>")).toEqual([
    { name: "moc.elpmaxe@knab", address: "evil@other.example" },
  ]);
});

it("uses a comment as the name if the field has nothing else, also in a group", () => {
  expect(readAddresses("(Cron Daemon)")).toEqual([{ name: "Cron Daemon", address: "" }]);
  expect(readAddresses("Hidden recipients: ;")).toEqual([]);
  expect(readAddresses("()")).toEqual([]);
  expect(parseAddressList("(Cron Daemon)")).toBeUndefined();
});

it("removes the route that old mail has before an address", () => {
  expect(readAddresses("Mary <@a.example,@b.example:mary@test . example>")).toEqual([
    { name: "Mary", address: "mary@test.example" },
  ]);
});

it("accepts no address that could end a command", () => {
  for (const text of ["a@b.c>", "a@b.c\r\nQUIT", "a@b.c d", "a\n@b.c", "<a@b.c>", "a@b.c,d@e.f"]) {
    expect(isAddress(text), text).toBe(false);
  }
});
