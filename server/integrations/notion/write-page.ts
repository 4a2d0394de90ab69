import type { BlockObjectRequest, CreatePageParameters } from "@notionhq/client";
import { inLines, onOneLine } from "#/integrations/core/foreign-text.ts";
import { originOf, type ToSave } from "#/integrations/core/saving.ts";
import type { NotionColumns } from "./notion-api.ts";

/** Maximum length of a piece of text (Notion: 2,000); a piece is never cut within a character. */
const pieceLength = 1900;
const quoteLength = 600;

/** Parent of the page. */
export type NotionParent =
  | { kind: "database"; id: string; columns: NotionColumns }
  | { kind: "page"; id: string };

/** Returns the title of the page for a message, by which it is also found. */
export function titleOf({ title }: Pick<ToSave, "title">): string {
  return onOneLine(title, pieceLength) || "Email";
}

/** Writes a message as a page. Untrusted text is plain text without markup, and the only link opens the message in Inlet. */
export function writePage(save: ToSave, parent: NotionParent): CreatePageParameters {
  const title = { title: [piece(titleOf(save))] };
  const children = bodyOf(save, parent);
  if (parent.kind === "page") {
    return { parent: { type: "page_id", page_id: parent.id }, properties: { title }, children };
  }
  const { columns } = parent;
  return {
    parent: { type: "data_source_id", data_source_id: parent.id },
    properties: {
      [columns.title]: title,
      ...(columns.date && save.due && { [columns.date]: { date: { start: save.due } } }),
      ...(columns.url && { [columns.url]: { url: save.message.url } }),
    },
    children,
  };
}

function bodyOf({ message, due, checklist }: ToSave, parent: NotionParent): BlockObjectRequest[] {
  const hasDueColumn = parent.kind === "database" && parent.columns.date !== "";
  const summary = inLines(message.summary, pieceLength);
  const quote = inLines(message.preview, quoteLength);
  return [
    paragraph(piece(onOneLine(originOf(message), pieceLength))),
    ...(due !== "" && !hasDueColumn ? [paragraph(piece(`Due ${due}`))] : []),
    ...(summary === "" ? [] : [paragraph(piece(summary))]),
    ...checklist.map((item): BlockObjectRequest => ({
      type: "to_do",
      to_do: { rich_text: [piece(onOneLine(item, pieceLength))], checked: false },
    })),
    ...(quote === "" ? [] : [quoted(quote)]),
    paragraph({ type: "text", text: { content: "Open in Inlet", link: { url: message.url } } }),
  ];
}

type Piece = { type: "text"; text: { content: string; link?: { url: string } } };

function piece(content: string): Piece {
  return { type: "text", text: { content } };
}

function paragraph(words: Piece): BlockObjectRequest {
  return { type: "paragraph", paragraph: { rich_text: [words] } };
}

function quoted(words: string): BlockObjectRequest {
  return { type: "quote", quote: { rich_text: [piece(words)] } };
}
