import { expect, it } from "vitest";
import { parseDate } from "./dates.ts";

const noon = Date.UTC(2003, 6, 1, 8, 52, 37);
const dates: [string, number | null][] = [
  ["Tue, 1 Jul 2003 10:52:37 +0200", noon],
  ["1 Jul 2003 10:52:37 +0200", noon],
  ["Tue, 1 Jul 2003 ((nested) comment) 10:52:37 +0200 (CEST)", noon],
  ["Tue,  1  Jul 03 04:52:37 EDT", noon],
  ["Tue, 1 July 2003 8:52:37 GMT", noon],
  ["Tue, 1 Jul 103 08:52:37 Z", noon],
  ["Tue, 1-Jul-2003 08:52:37", noon],
  ["Tue Jul  1 08:52:37 2003", noon],
  ["Tue Jul  1 10:52:37 2003 +0200", noon],
  ["2003-07-01T10:52:37+02:00", noon],
  ["2003-07-01 08:52:37", noon],
  ["Tue, 1 Jul 2003 10:52 AM +0200", noon - 37_000],
  ["Fri, 21 Nov 1997 09:55:06 -0600", Date.UTC(1997, 10, 21, 15, 55, 6)],
  ["21 Nov 97 09:55:06 -0330", Date.UTC(1997, 10, 21, 13, 25, 6)],
  ["1 Jul 2003 10(comment): 52 : 37 +0200", noon],
  ["Tue, 01 07 (month (by number)) 03 10:52:37 +0200", noon],
  ["1/7/2003 10:52:37 +0200", noon],
  ["1 Jul 2003 10 52 37 +0200", noon],
  ["Tue, 1 Jul 2003 10:52:37 0200", noon],
  ["Tue, 1 Jul 2003, 10:52:37 +2", noon],
  ["Tue, 1 Jul 2003, 10:52:37 +02", noon],
  ["Tue, 1 Jul 2003 14:22:37 +530", noon],
  ["Tue, 1 Jul 2003 01:52:37 -700", noon],
  ["Tue, 1 Jul 2003 08:52:37 K", noon],
  ["Tue, 1 Jul 2003 03:52:37 EST5EDT", noon],
  ["Tue, 1 Jul 2003 22:37:37 +1345", noon],
  ["Tue, 1 Jul 2003 (1 \\) 5 Aug 2004 11:11:11) 10:52:37 +0200", noon],
  ["1 Jul 2003 (a (b (c (d (e) 1) 2) 3) 4) 10:52:37 +0200", noon],
  ["Tue, 1 Jul 2003 10:52:37 GMT+0200", noon],
  ["Tue, 1 Jul 2003 10:52:37 UTC +02:00", noon],
  ["Tue, 1 Jul 2003 11:52:37 MSK +0300", noon],
  ["Tue Jul 01 2003 10:52:37 GMT+0200 (CEST)", noon],
  ["July 1, 2003 8:52:37 AM", noon],
  ["Dienstag, 1. Juli 2003 10:52:37 +0200", noon],
  ["01.07.2003 10:52:37 +0200", noon],
  ["1 7 2003 8 52 37, 4 8 15", noon],
  ["1 13 2003 10:52:37", null],
  ["some numbers 0 1 2", null],
  ["1 Juillet 2003 10:62:37", null],
  ["", null],
  ["yesterday", null],
  ["40 Jul 2003 10:52:37", null],
  ["1 Foo 2003 10:52:37", null],
];

it.each(dates)("parses the date %s", (text, expected) => {
  expect(parseDate(text)).toBe(expected);
});
