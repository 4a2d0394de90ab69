import { expect, test } from "vitest";
import { forwardSubject, replySubject } from "#/features/compose/replies/reply-subject.ts";

test.each([
  ["Budget", "Re: Budget"],
  ["Re: Budget", "Re: Budget"],
  ["RE: AW: re[2]: Budget", "Re: Budget"],
  ["回复：预算", "Re: 预算"],
  ["Rest of the week", "Re: Rest of the week"],
  ["", "Re: "],
])("uses for a reply to %j the subject %j", (subject, reply) => {
  expect(replySubject(subject)).toBe(reply);
});

test.each([
  ["Budget", "Fwd: Budget"],
  ["FW: WG: Fwd: Budget", "Fwd: Budget"],
  ["Re: Budget", "Fwd: Re: Budget"],
])("uses for a forward of %j the subject %j", (subject, forwarded) => {
  expect(forwardSubject(subject)).toBe(forwarded);
});
