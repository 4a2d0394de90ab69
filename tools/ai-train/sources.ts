import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { MailToClassify } from "../../server/ai/classify/mail-to-sort.ts";
import { shownMail } from "../../server/ai/classify/shown-mail.ts";
import { type GeneratedMessage, makeMailbox } from "../../server/testing/mailboxes/make-mailbox.ts";
import type { Part } from "../../server/testing/mailboxes/phrases.ts";
import { parseMessage } from "../../server/wire/mime/parse.ts";

/** A message of a corpus, and a group that must not be divided by a split. */
export interface Sample {
  id: string;
  group: string;
  mail: MailToClassify;
}

const anonymous: Omit<MailToClassify, "subject" | "text"> = {
  html: "",
  isCut: false,
  from: { name: "", address: "" },
  to: [],
  cc: [],
  own: new Set(),
  ownName: "",
  isList: false,
  isAuthentic: null,
  isServerSpam: false,
  hasAttachments: false,
  isReply: false,
  hasOwnPart: false,
  written: 0,
  incoming: 0,
  date: 0,
};

/** Returns invented mail of several users. */
export function generateMail(part: Part, mailboxes: number, count: number) {
  return Array.from({ length: mailboxes }, (_, index) => {
    const options = { seed: `box${index}`, part, count, now: Date.UTC(2026, 5, 1) };
    const { owner, mails: emails } = makeMailbox(options);
    return emails.map((made) => ({ made, mail: toClassify(made, owner) }));
  }).flat();
}

/** Converts an invented message to the classifier's input. */
export function toClassify(
  made: GeneratedMessage,
  owner: { name: string; address: string },
): MailToClassify {
  return {
    ...made,
    ...shownMail(made),
    own: new Set([owner.address]),
    ownName: owner.name.toLowerCase(),
    isAuthentic: null,
    isServerSpam: false,
    hasOwnPart: made.isReply,
  };
}

export interface SpamSample extends Sample {
  isSpam: boolean;
  set: string;
  isList: boolean;
  /** Groups messages with the same subject, for a stricter split. */
  subjectGroup: string;
}

/** The public SpamAssassin corpus. Headers added by mail servers in transit carry no information here. */
export async function spamAssassin(corpora: string): Promise<SpamSample[]> {
  const root = path.join(corpora, "spamassassin");
  const samples: SpamSample[] = [];
  // Groups as in the corpus's own split: by thread, and a message with its copies.
  const roots = new Map<string, string>();
  const rootOf = (name: string): string => {
    const root = roots.get(name) ?? name;
    return root === name ? name : rootOf(root);
  };
  const together = (text: string, thread: string): string => {
    const copy = `copy ${createHash("sha256").update(text).digest("hex")}`;
    roots.set(rootOf(copy), rootOf(thread));
    return thread;
  };
  for (const label of jsonLines<{
    file: string;
    label: string;
    set: string;
    list: boolean;
    thread: string;
  }>(path.join(root, "labels.jsonl"))) {
    const source = readFileSync(path.join(root, label.file));
    const parsed = await parseMessage(source);
    const head = source.toString("latin1").split(/\r?\n\r?\n/, 1)[0] ?? "";
    const isList =
      parsed.signs.unsubscribe !== undefined ||
      /^(?:list-id|precedence: *(?:bulk|list|junk))/im.test(head);
    samples.push({
      id: label.file,
      group: together(`${parsed.subject}\n${parsed.text}\n${parsed.html}`, label.thread),
      subjectGroup: subjectOf(parsed.subject) || label.file,
      isSpam: label.label === "spam",
      set: label.set,
      isList,
      mail: {
        ...anonymous,
        subject: parsed.subject,
        ...shownMail(parsed),
        from: parsed.from[0] ?? anonymous.from,
        to: parsed.to.map(({ address }) => address.toLowerCase()),
        cc: parsed.cc.map(({ address }) => address.toLowerCase()),
        isList,
        isReply: parsed.inReplyTo !== "",
        hasAttachments: parsed.attachments.length > 0,
      },
    });
  }
  return samples.map((one) => ({ ...one, group: rootOf(one.group) }));
}

/** Returns the subject for comparison: in lower case, without prefixes of replies and forwards, and without punctuation. */
function subjectOf(subject: string): string {
  return subject.toLowerCase().replaceAll(/^(?:re|fwd?):\s*|\W+/g, "");
}

export interface OfficeSample extends Sample {
  isPrivate: boolean | null;
  isArranging: boolean;
}

/** Reads Berkeley's labels of Enron mail. */
export function berkeley(corpora: string): OfficeSample[] {
  const root = path.join(corpora, "ai", "enron-berkeley");
  const texts = new Map(
    jsonLines<{
      id: string;
      subject: string;
      body: string;
      x_from: string;
      to: string;
      cc: string;
    }>(path.join(root, "corpus.jsonl.gz")).map((one) => [one.id, one]),
  );
  const labels = jsonLines<{ id: string; cats: number[][]; work_personal: string | null }>(
    path.join(root, "labels.jsonl"),
  );
  return labels.flatMap(({ id, cats, work_personal: workLabel }) => {
    const one = texts.get(id);
    if (!one) return [];
    const isPrivate = workLabel === null ? null : workLabel !== "Work";
    return {
      id,
      group: subjectOf(one.subject) || id,
      isPrivate,
      isArranging: cats.some(([top, second]) => top === 1 && second === 4),
      mail: {
        ...anonymous,
        subject: one.subject,
        text: one.body,
        from: { name: one.x_from.split("<")[0] ?? "", address: "" },
        to: addresses(one.to),
        cc: addresses(one.cc),
      },
    };
  });
}

export interface MessageSample extends Sample {
  isArranging: boolean;
}

/**
 * Reads BC3's mailing-list messages, in which people talk about their work. A meeting counts if two of three annotators see it.
 */
export function bc3(corpora: string): MessageSample[] {
  const threads = jsonLines<{
    id: string;
    messages: {
      from: string;
      to: string;
      subject: string;
      sentences: { id: string; text: string }[];
    }[];
    annotations: { labels: { meet?: string[] } }[];
  }>(path.join(corpora, "ai", "bc3", "threads.jsonl"));
  return threads.flatMap(({ id, messages, annotations }) =>
    messages.map(({ from, to, subject, sentences }, index) => ({
      id: `${id}-${index}`,
      group: id,
      isArranging:
        annotations.filter(({ labels }) =>
          sentences.some((sentence) => labels.meet?.includes(sentence.id)),
        ).length >= 2,
      mail: {
        ...anonymous,
        subject,
        text: sentences.map(({ text }) => text).join("\n"),
        from: { name: from.split("<")[0]?.trim() ?? "", address: addresses(from)[0] ?? "" },
        to: addresses(to ?? ""),
        isReply: index > 0,
      },
    })),
  );
}

/** Reads office mail that is only measured and never used for training. */
export function aeslc(corpora: string): (Sample & { user: string })[] {
  return jsonLines<{ id: string; user: string; subject: string; body: string }>(
    path.join(corpora, "ai", "aeslc", "emails.jsonl.gz"),
  ).map(({ id, user, subject, body }) => ({
    id,
    user,
    group: user,
    mail: { ...anonymous, subject, text: body },
  }));
}

/** Reads modern payment mail from BIPIA, by its questions about it. */
export function bipia(corpora: string): Sample[] {
  const all = jsonLines<{ context: string }>(
    path.join(corpora, "ai", "bipia-email", "email_qa.jsonl"),
  );
  const contexts = [...new Set(all.map(({ context }) => context))];
  return contexts.map((context, index) => ({
    id: `bipia-${index}`,
    group: context,
    mail: bipiaMail(context),
  }));
}

/** Converts a context of BIPIA to a message. */
function bipiaMail(context: string): MailToClassify {
  const field = (name: string) =>
    new RegExp(`(?:^|\\|)${name}:\\s*([^|]*)`).exec(context)?.[1] ?? "";
  const from = /^(.*?)\s*<([^>]*)>/.exec(field("EMAIL_FROM"));
  return {
    ...anonymous,
    subject: field("SUBJECT"),
    text: context.slice(context.indexOf("CONTENT:") + 8),
    from: { name: from?.[1] ?? "", address: from?.[2] ?? "" },
  };
}

interface BulkSample extends Sample {
  category: string;
}

/** Reads bulk mail with categories, which is only measured and never used for training. */
export function bulkCategories(corpora: string, spam: readonly SpamSample[]): BulkSample[] {
  const byId = new Map(spam.map((one) => [one.id, one.mail]));
  return jsonLines<{ source: string; id: string; text?: string; category: string }>(
    path.join(corpora, "ai", "bulk-categories", "labels.jsonl"),
  ).flatMap(({ source, id, text, category }) => {
    const mail = source === "spamassassin" ? byId.get(`msgs/${id}`) : text && bipiaMail(text);
    return mail ? { id, group: id, category, mail } : [];
  });
}

function addresses(list: string): string[] {
  return list.toLowerCase().match(/[^\s,<>]+@[^\s,<>]+/g) ?? [];
}

function jsonLines<Line>(file: string): Line[] {
  const raw = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(raw) : raw).toString("utf8");
  // Each corpus has the shape that its SOURCE.md documents.
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
