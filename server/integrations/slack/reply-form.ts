import type { View } from "@slack/web-api";
import { z } from "zod";
import { onOneLine } from "#/integrations/core/foreign-text.ts";
import type { Texts } from "#/texts/texts.ts";
import { type About, writeAbout } from "./write-mail.ts";
import { plain } from "./escape-text.ts";

export const replyForm = { callbackId: "inlet_reply", block: "reply", input: "words" } as const;

/** State of the form: the message where it was opened. */
export const Metadata = z.object({
  about: z.string(),
  at: z.object({ channel: z.string(), ts: z.string(), answerUrl: z.string().catch("") }),
});

/** The reply as the user sees it before it is sent. */
export interface Draft {
  from: string;
  to: string;
  subject: string;
  words: string;
}

/** Limit of Slack for an input. */
const wordsMax = 3000;

/** Returns the form of a reply: its recipients, its sender and its text so far; it is sent when the user submits it. */
export function writeReplyForm(
  draft: Draft,
  { about, at, texts }: { about: About; at: z.infer<typeof Metadata>["at"]; texts: Texts },
): View {
  const { chats, slack } = texts;
  return {
    type: "modal",
    callback_id: replyForm.callbackId,
    title: plain(slack.form.title),
    submit: plain(chats.send),
    close: plain(slack.form.cancel),
    private_metadata: JSON.stringify({ about: writeAbout(about), at } satisfies z.infer<
      typeof Metadata
    >),
    blocks: [
      { type: "context", elements: [plain(slack.to(onOneLine(draft.to, 500)))] },
      { type: "context", elements: [plain(slack.from(onOneLine(draft.from, 300)))] },
      { type: "context", elements: [plain(onOneLine(draft.subject, 300))] },
      {
        type: "input",
        block_id: replyForm.block,
        label: plain(slack.form.words),
        element: {
          type: "plain_text_input",
          action_id: replyForm.input,
          multiline: true,
          max_length: wordsMax,
          ...(draft.words !== "" && { initial_value: draft.words.slice(0, wordsMax) }),
        },
      },
    ],
  };
}
