import { messageId } from "./conversation.ts";
import { escapeHtml } from "./html.ts";
import {
  filePart,
  headerAddress,
  headerDate,
  headerText,
  multipart,
  type Person,
  textPart,
  wholeMessage,
} from "./mime.ts";
import { pdfFile } from "./files.ts";
import type { Random } from "./random.ts";
import { boundary } from "./render-message.ts";
import { entriesOf, fillSlots, type Group, groupOf, linesOf } from "./words.ts";

/** An automatic sender of tickets, receipts, statements or reminders. */
export interface Machine {
  name: string;
  address: string;
  group: Group;
  forms: { subject: string; lines: string[] }[];
}

export interface Machines {
  lists: ReadonlyMap<string, readonly string[]>;
  machines: Machine[];
}

/** Returns all senders of notices, and the lists that fill their forms. */
export function readMachines(): Machines {
  const lists = new Map<string, string[]>();
  const machines: Machine[] = [];
  for (const line of linesOf("notices.txt")) {
    const list = /^list (\w+): (.*)$/.exec(line);
    if (list) lists.set(list[1] ?? "", entriesOf(list[2] ?? ""));
    else if (line.startsWith("## ")) {
      const [name = "", address = "", group = ""] = line.slice(3).split(" | ");
      machines.push({ name, address, group: groupOf(group), forms: [] });
    } else {
      const [subject = "", text = ""] = line.split(" :: ");
      machines.at(-1)?.forms.push({ subject, lines: text.split(" / ") });
    }
  }
  return { lists, machines };
}

/** Returns one notice; receipts and tickets have a PDF attached. */
export function renderNotice(
  random: Random,
  { lists }: Machines,
  machine: Machine,
  to: Person,
  date: number,
): Buffer {
  const slots = new Map([...lists].map(([name, entries]) => [name, random.pick(entries)]));
  slots.set("date", new Date(date + random.int(1, 9) * 86_400_000).toDateString());
  slots.set("number", String(random.int(100_000, 999_999)));
  slots.set("seat", String(random.int(11, 98)));
  slots.set("minutes", String(random.int(6, 85)));
  slots.set("days", String(random.int(2, 9)));
  slots.set("week", weekOf(date));
  slots.set("digit", String(random.int(1, 9)));
  const form = random.pick(machine.forms);
  const subject = fillSlots(form.subject, slots);
  const lines = form.lines.map((line) => fillSlots(line, slots));
  const text = textPart(`${lines.join("\n\n")}\n\n${machine.name}\n`);
  const html = textPart(noticeHtml(machine.name, subject, lines), { subtype: "html" });
  const both = multipart("alternative", boundary(random), [text, html]);
  const isPapered = /ticket|order|statement|rechnung/i.test(subject) && random.chance(0.8);
  const paper = filePart(
    `${subject.replace(/[^\p{L}\p{N} ]/gu, "")}.pdf`,
    "application/pdf",
    pdfFile([machine.name, subject, ...lines]),
  );
  return wholeMessage(
    [
      `Date: ${headerDate(date)}`,
      `From: ${headerAddress(machine)}`,
      `To: ${headerAddress(to)}`,
      `Subject: ${headerText(subject)}`,
      `Message-ID: <${messageId(random, machine, date)}>`,
      "Auto-Submitted: auto-generated",
    ],
    isPapered ? multipart("mixed", boundary(random), [both, paper]) : both,
  );
}

/** Returns the number of the previous week (ISO 8601). */
function weekOf(time: number): string {
  const date = new Date(time - 7 * 86_400_000);
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const first = Date.UTC(date.getUTCFullYear(), 0, 1);
  return String(Math.ceil(((date.getTime() - first) / 86_400_000 + 1) / 7));
}

/** Returns one spam message, chosen at random. */
export function renderJunk(random: Random, to: Person, date: number): Buffer {
  const [head = "", text = ""] = random.pick(linesOf("junk.txt")).split(" :: ");
  const [name = "", address = "", subject = ""] = head.split("|");
  const lines = text.split(" / ");
  const link = `https://${address.split("@")[1] ?? "example.com"}/go?x=${random.bytes(6).toString("hex")}`;
  const html = `${noticeHtml(name, subject, lines)}<p><a href="${link}">${link}</a></p><img src="${link}.png" width="2" height="2">`;
  return wholeMessage(
    [
      `Date: ${headerDate(date)}`,
      `From: ${headerAddress({ name, address })}`,
      `Reply-To: ${address.replace("@", `${random.int(10, 99)}@`)}`,
      `To: ${to.address}`,
      `Subject: ${headerText(subject)}`,
      `Message-ID: <${messageId(random, { address }, date)}>`,
      "X-Spam-Flag: YES",
    ],
    textPart(html, { subtype: "html" }),
  );
}

function noticeHtml(name: string, subject: string, lines: readonly string[]): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`);
  return `<html><body style="margin:0;background:#fff"><div style="max-width:560px;margin:0 auto;padding:24px;font:15px/1.55 Arial,sans-serif;color:#1d2939">
<div style="border-bottom:2px solid #d0d5dd;padding-bottom:12px;margin-bottom:16px;font-weight:bold">${escapeHtml(name)}</div>
<h1 style="font-size:19px;margin:0 0 16px">${escapeHtml(subject)}</h1>
${paragraphs.join("\n")}
</div></body></html>
`;
}
