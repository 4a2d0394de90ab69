import { z } from "zod";

/** Rich text in Notion: at most 2,000 characters, without formatting. */
export const RichText = z.strictObject({
  type: z.literal("text"),
  text: z.strictObject({
    content: z.string().max(2000),
    link: z.strictObject({ url: z.url().max(2000) }).optional(),
  }),
});

const words = z.array(RichText).max(100);

/** Blocks that a page can contain. */
export const Block = z.union([
  z.strictObject({
    type: z.literal("paragraph"),
    paragraph: z.strictObject({ rich_text: words }),
  }),
  z.strictObject({
    type: z.literal("to_do"),
    to_do: z.strictObject({ rich_text: words, checked: z.boolean() }),
  }),
  z.strictObject({ type: z.literal("quote"), quote: z.strictObject({ rich_text: words }) }),
]);
export type NotionBlock = z.infer<typeof Block>;

/** Returns the visible content of a page: its lines, tasks with a box, and its links. */
export function readBlocks(blocks: readonly NotionBlock[]) {
  const all = blocks.map((block) => {
    if (block.type === "to_do") return { mark: "[ ] ", rich: block.to_do.rich_text };
    if (block.type === "quote") return { mark: "> ", rich: block.quote.rich_text };
    return { mark: "", rich: block.paragraph.rich_text };
  });
  return {
    lines: all.map(({ mark, rich }) => mark + rich.map(({ text }) => text.content).join("")),
    links: all.flatMap(({ rich }) => rich.flatMap(({ text }) => text.link?.url ?? [])),
  };
}
