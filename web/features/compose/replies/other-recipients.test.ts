import { expect, test } from "vitest";
import { othersOf, ownAddresses } from "#/features/compose/replies/other-recipients.ts";

test("addresses every recipient once, and never the user", () => {
  const email = {
    replyTo: ["Marta Eklund <marta@x.org>"],
    toName: ["Anna", "Owen, Pryce"],
    toAddress: ["anna@x.org", "owen@x.org"],
    cc: ["Marta <MARTA@x.org>", "Åsa <asa@x.org>", "owen@x.org"],
  };
  expect(othersOf(email, ["Anna@X.org"])).toEqual([
    '"Owen, Pryce" <owen@x.org>',
    "Åsa <asa@x.org>",
  ]);
});

test("does not address the user at an account that cannot send", () => {
  const own = ownAddresses([{ account_mail: "Old@x.org" }], [{ address: "office@x.org" }]);
  const toAddress = ["old@x.org", "OFFICE@x.org", "owen@x.org"];
  expect(othersOf({ replyTo: ["marta@x.org"], toName: [], toAddress, cc: [] }, own)).toEqual([
    "owen@x.org",
  ]);
});
