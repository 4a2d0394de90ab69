import { expect, test } from "vitest";
import { replySubject } from "#/features/compose/reply-subject.ts";

test.each([
  ["Budget", "Re: Budget"],
  ["Re: Budget", "Re: Budget"],
  ["RE: AW: re[2]: Budget", "Re: Budget"],
  ["回复：预算", "Re: 预算"],
  ["Rest of the week", "Re: Rest of the week"],
  ["", "Re: "],
])("answers %j as %j", (subject, reply) => {
  expect(replySubject(subject)).toBe(reply);
});
