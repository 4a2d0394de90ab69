import { expect, test } from "vitest";
import { splitAddresses, written, writtenAs } from "#/features/compose/recipients/addresses.ts";

const addressesOf = (text: string) => splitAddresses(text).map(({ address }) => address);

test("splits pasted recipients at commas, semicolons, lines and the columns of a spreadsheet", () => {
  expect(addressesOf("a@x.org, b@x.org;c@x.org\nd@x.org\r\n")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
    "d@x.org",
  ]);
  expect(addressesOf("a@x.org b@x.org\tc@x.org")).toEqual(["a@x.org", "b@x.org", "c@x.org"]);
});

test("keeps a comma inside a quoted name", () => {
  expect(splitAddresses('"Eklund, Marta" <marta@x.org>, Owen <owen@x.org>')).toMatchObject([
    { name: "Eklund, Marta", address: "marta@x.org", isValid: true },
    { name: "Owen", address: "owen@x.org", isValid: true },
  ]);
});

test("accepts internationalized addresses and rejects invalid ones", () => {
  for (const good of [
    "josé@exámple.org",
    "用户@例子.广告",
    "a+b@x.co",
    "o'hara@x.org",
    "root@localhost",
  ]) {
    expect(writtenAs(good).isValid, good).toBe(true);
  }
  for (const bad of [
    "anna",
    "anna@",
    "@x.org",
    "an na@x.org",
    "a@@x.org",
    "a@-x.org",
    "a@x..org",
  ]) {
    expect(writtenAs(bad).isValid, bad).toBe(false);
  }
});

test("writes a name in a form that parses back to the same name", () => {
  for (const name of ["Åsa Öberg", "Eklund, Marta", 'Big "Al" Ross', String.raw`back\slash`]) {
    const [back, ...others] = splitAddresses(written(name, "a@x.org"));
    expect(others).toEqual([]);
    expect(back).toMatchObject({ name, address: "a@x.org", isValid: true });
  }
});

test("never puts a line break into a message header", () => {
  expect(writtenAs("a@x.org\r\nBcc: b@x.org").text).not.toMatch(/[\r\n]/);
});
