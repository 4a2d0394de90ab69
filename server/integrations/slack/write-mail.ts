import type { KnownBlock } from "@slack/web-api";
import { inLines, onOneLine } from "#/integrations/core/foreign-text.ts";
import { categoryIn, type Texts } from "#/texts/texts.ts";
import type { Written } from "./slack-api.ts";
import { escaped, plain } from "./escape-text.ts";

/** Fields of a mail that Slack receives. */
export interface SlackMail {
  messageId: string;
  fromName: string;
  fromAddress: string;
  /** Account that received it. */
  account: string;
  subject: string;
  /** Its content, in a line or a few. */
  summary: string;
  category: string;
  priority: string;
}

/** Target of a button: a mail, its user and the link. */
export interface About {
  userId: string;
  linkId: string;
  messageId: string;
}

/** Action that a user took on a mail from Slack. */
export type Done = { kind: "archived" } | { kind: "snoozed"; until: string };

export const actions = {
  summary: "inlet_summary",
  reply: "inlet_reply",
  archive: "inlet_archive",
  snooze: "inlet_snooze",
  open: "inlet_open",
} as const;

/** Snooze times with one press. */
export const snoozes = ["later", "tomorrow", "week"] as const;
export type Snooze = (typeof snoozes)[number];

const subjectLength = 150;
const nameLength = 100;
const summaryLength = 1200;
const bannerLength = 200;

/** Writes a message as a post: its sender, its content and its actions. All its texts are shown unchanged. */
export function writeMail(
  mail: SlackMail,
  about: About,
  { publicUrl, texts, done }: { publicUrl: string; texts: Texts; done?: Done },
): Written {
  const { chats, slack } = texts;
  const subject = onOneLine(mail.subject, subjectLength) || chats.noSubject;
  const from = senderOf(mail) || chats.unknownSender;
  const kind = [
    mail.priority === "High" ? chats.highPriority : "",
    categoryIn(texts, mail.category),
  ].filter(Boolean);
  const facts = [slack.from(from), slack.to(onOneLine(mail.account, nameLength)), kind.join(" · ")];
  const summary = inLines(mail.summary, summaryLength);
  const blocks: KnownBlock[] = [
    { type: "header", text: plain(subject) },
    { type: "context", elements: facts.filter(Boolean).map(plain) },
    ...(summary === "" ? [] : [{ type: "section" as const, text: plain(summary) }]),
    ...(done
      ? [
          {
            type: "context" as const,
            elements: [
              plain(done.kind === "archived" ? slack.archived : slack.snoozed(done.until)),
            ],
          },
        ]
      : []),
    {
      type: "actions",
      elements: done ? [openIn(about, publicUrl, texts)] : choices(about, publicUrl, texts),
    },
  ];
  return { text: escaped(onOneLine(`${from}: ${subject}`, bannerLength)), blocks };
}

/** Returns the sender's name with the address, because a sender can choose any name. Returns "" if both are empty. */
function senderOf({ fromName, fromAddress }: Pick<SlackMail, "fromName" | "fromAddress">): string {
  const name = onOneLine(fromName, nameLength);
  const address = onOneLine(fromAddress, nameLength * 2);
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} (${address})`;
}

/** Returns the value of a button, which holds its target. */
export function writeAbout({ userId, linkId, messageId }: About): string {
  return [userId, linkId, messageId].join("/");
}

/** Returns the target of a button; null for other values. */
export function readAbout(value: string): About | null {
  const [userId, linkId, messageId, ...rest] = value.split("/");
  if (!userId || !linkId || !messageId || rest.length > 0) return null;
  return { userId, linkId, messageId };
}

function choices(about: About, publicUrl: string, texts: Texts) {
  const { chats, slack } = texts;
  const value = writeAbout(about);
  const button = (id: string, label: string) => ({
    type: "button" as const,
    action_id: id,
    value,
    text: plain(label),
  });
  return [
    button(actions.reply, chats.reply),
    button(actions.summary, chats.summary),
    button(actions.archive, chats.archive),
    {
      type: "static_select" as const,
      action_id: actions.snooze,
      placeholder: plain(chats.snooze),
      options: snoozes.map((when) => ({
        text: plain(slack.snoozes[when]),
        value: `${when}:${value}`,
      })),
    },
    openIn(about, publicUrl, texts),
  ];
}

function openIn(about: About, publicUrl: string, { chats }: Texts) {
  const url = new URL("/app", publicUrl);
  url.searchParams.set("email", about.messageId);
  return {
    type: "button" as const,
    action_id: actions.open,
    text: plain(chats.openInInlet),
    value: writeAbout(about),
    url: url.href,
  };
}
