import { z } from "zod";

/* Limits of Block Kit as documented by Slack. Like Slack, the fake rejects with invalid_blocks or invalid_arguments. */

const actionId = z.string().min(1).max(255);
const plain = (most: number) =>
  z.strictObject({
    type: z.literal("plain_text"),
    text: z.string().min(1).max(most),
    emoji: z.boolean().optional(),
  });
const mrkdwn = (most: number) =>
  z.strictObject({
    type: z.literal("mrkdwn"),
    text: z.string().min(1).max(most),
    verbatim: z.boolean().optional(),
  });
const text = (most: number) => z.union([plain(most), mrkdwn(most)]);
const blockId = z.string().max(255).optional();

const button = z.strictObject({
  type: z.literal("button"),
  text: plain(75),
  action_id: actionId,
  value: z.string().max(2000).optional(),
  url: z.url().max(3000).optional(),
  style: z.enum(["primary", "danger"]).optional(),
  accessibility_label: z.string().max(75).optional(),
});
const select = z.strictObject({
  type: z.literal("static_select"),
  action_id: actionId,
  placeholder: plain(150),
  options: z
    .array(z.strictObject({ text: plain(75), value: z.string().min(1).max(150) }))
    .min(1)
    .max(100),
});
const input = z.strictObject({
  type: z.literal("plain_text_input"),
  action_id: actionId,
  multiline: z.boolean().optional(),
  initial_value: z.string().max(3000).optional(),
  max_length: z.number().int().min(1).max(3000).optional(),
});

const block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("header"), text: plain(150), block_id: blockId }),
  z.strictObject({ type: z.literal("divider"), block_id: blockId }),
  z.strictObject({
    type: z.literal("section"),
    text: text(3000),
    block_id: blockId,
    accessory: z.union([button, select]).optional(),
  }),
  z.strictObject({
    type: z.literal("context"),
    elements: z.array(text(2000)).min(1).max(10),
    block_id: blockId,
  }),
  z.strictObject({
    type: z.literal("actions"),
    elements: z
      .array(z.union([button, select]))
      .min(1)
      .max(25),
    block_id: blockId,
  }),
  z.strictObject({
    type: z.literal("input"),
    label: plain(2000),
    element: input,
    block_id: blockId,
    optional: z.boolean().optional(),
    hint: plain(2000).optional(),
  }),
]);

export const Blocks = z.array(block).max(50);
export type Blocks = z.infer<typeof Blocks>;

export const View = z.strictObject({
  type: z.literal("modal"),
  callback_id: z.string().max(255).optional(),
  title: plain(24),
  submit: plain(24).optional(),
  close: plain(24).optional(),
  private_metadata: z.string().max(3000).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
  blocks: z.array(block).min(1).max(100),
});
export type View = z.infer<typeof View>;

/** Slack's view of a message: its mentions, and its links other than by the buttons. */
export interface Reading {
  mentions: string[];
  links: string[];
  /** All visible text, one block per line. */
  words: string;
}

/** Parses a message like Slack's clients: mrkdwn for its formatting, and URLs in it unless it is verbatim. */
export function readMessage(blocks: Blocks): Reading {
  const reading: Reading = { mentions: [], links: [], words: "" };
  const words: string[] = [];
  for (const part of blocks.flatMap(textsOf)) {
    words.push(unescaped(part.text));
    if (part.type === "plain_text") continue;
    for (const [, mark = ""] of part.text.matchAll(/<([^>]+)>/g)) {
      if (/^[!@#]/.test(mark)) reading.mentions.push(mark);
      else reading.links.push(mark);
    }
    if (part.verbatim === true) continue;
    const loose = part.text.replaceAll(/<[^>]*>/g, " ");
    reading.links.push(
      ...(loose.match(/\b(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:com|org|net)\b/g) ?? []),
    );
    reading.mentions.push(...(loose.match(/@(?:channel|here|everyone)\b/g) ?? []));
  }
  reading.words = words.join("\n");
  return reading;
}

function textsOf(
  one: Blocks[number],
): { type: string; text: string; verbatim?: boolean | undefined }[] {
  switch (one.type) {
    case "header":
    case "section":
      return [one.text];
    case "context":
      return one.elements;
    case "input":
      return [one.label];
    case "actions":
    case "divider":
      return [];
  }
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
