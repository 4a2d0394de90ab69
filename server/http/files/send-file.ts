import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { attachmentDisposition, inlineDisposition } from "#/http/files/file-name.ts";
import { inlineTypes } from "#/http/files/raster-image.ts";

const pdfType = "application/pdf";
const downloadType = "application/octet-stream";

export interface FileAnswer {
  filename: string;
  /** Type that the sender declared. All except raster images in a message are sent as application/octet-stream. */
  type: string;
  sizeBytes?: number | undefined;
  content: Readable | Uint8Array;
  /** Sites that may embed it in a page: the mail frame has an opaque origin, so signed addresses need `cross-origin`. */
  embedding: "same-origin" | "cross-origin";
  cacheSeconds: number;
  /** True if the content is a PDF by its first bytes and is to be viewed in a tab. */
  isShownAsPdf?: boolean;
}

/**
 * Sends bytes from an untrusted source. They are always a download, never sniffed, and are sandboxed in case a browser opens them
 * anyway. Only raster images keep their type, so a mail can show them, and a PDF that is requested as one. Its first bytes prove
 * that it is one, so a browser hands it only to its viewer, which has a separate sandbox. No page may frame it.
 */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { isShownAsPdf = false } = file;
  const dispositionOf = isShownAsPdf ? inlineDisposition : attachmentDisposition;
  reply
    .type(isShownAsPdf ? pdfType : inlineTypes.has(file.type) ? file.type : downloadType)
    .header("content-disposition", dispositionOf(file.filename))
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("cross-origin-resource-policy", file.embedding)
    .header("cache-control", `private, max-age=${file.cacheSeconds}`);
  if (file.sizeBytes !== undefined) reply.header("content-length", file.sizeBytes);
  return reply.send(file.content);
}
