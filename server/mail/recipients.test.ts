import { limits } from "@inlet/contract/limits.ts";
import { expect, test } from "vitest";
import { readRecipients } from "./recipients.ts";

const to = (text: string | string[]) => readRecipients({ to: text });
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);

test("reads addresses with and without names, in one text or as a list", () => {
  const all = to(['Ada <ada@example.org>, "a@b, c@d" <x@example.org>', "(a@b) z@example.org"]).to;
  expect(all.map(({ address }) => address)).toEqual([
    "ada@example.org",
    "x@example.org",
    "z@example.org",
  ]);
});

test("leaves nobody out: addresses without a comma between them are refused", () => {
  for (const text of [
    "a@example.org b@example.org",
    "c@example.org, a@example.org b@example.org",
    "<a@example.org> b@example.org",
  ]) {
    expect(() => to(text)).toThrow(expect.objectContaining({ code: "send.bad_address" }));
  }
});

test("takes as many people as the limit says and refuses one more, however they are written", () => {
  const most = people(limits.addressesPerField);
  const over = people(limits.addressesPerField + 1);
  expect(to(most.join(",")).to).toHaveLength(limits.addressesPerField);
  for (const text of [over, over.join(","), over.map((one) => `<${one}>`).join(", ")]) {
    expect(() => to(text)).toThrow(expect.objectContaining({ code: "input.invalid" }));
  }
});
