import { expect, test } from "vitest";
import { parseAddressList } from "#/wire/mime/addresses.ts";
import { writtenAddress } from "./present-row.ts";

test.each([
  { name: "", address: "anna@example.org" },
  { name: "Anna Berg", address: "anna@example.org" },
  { name: "Berg, Anna", address: "anna@example.org" },
  { name: 'Anna "the Hat" \\ Berg', address: "anna@example.org" },
  { name: "Dr. Anna Berg (Sales) <x@y>", address: "anna@example.org" },
  { name: "小林 明", address: "akira@example.jp" },
])("writes an address in a form that parses to the same: %j", (address) => {
  expect(parseAddressList(writtenAddress(address))).toEqual([address]);
});
