import type { Attachment } from "@inlet/contract/mail/email.ts";

/** Raster images, which the server serves with their own type; a vector image is a document that could hold a script. */
const images = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)$/;
const texts =
  /^(?:text\/(?!html|xml)[\w.+-]+|application\/(?:json|x-ndjson|x-yaml|yaml|toml|sql)|message\/(?:delivery-status|disposition-notification|feedback-report|global-delivery-status))$/;

/**
 * Reports whether a file claims to be a PDF. The browser's own viewer shows it in a separate tab: browsers do not run it in a
 * sandboxed frame, and the page allows no frame without a sandbox.
 */
export function isPdf({ type, filename }: Pick<Attachment, "type" | "filename">): boolean {
  const isUnnamed = type === "" || type.toLowerCase() === "application/octet-stream";
  return type.toLowerCase() === "application/pdf" || (isUnnamed && /\.pdf$/i.test(filename));
}

/** Returns how a file can be previewed in the page; null if it can only be downloaded. */
export function previewKind({ type }: Pick<Attachment, "type">): "image" | "text" | null {
  const plain = type.toLowerCase();
  if (images.test(plain)) return "image";
  return texts.test(plain) ? "text" : null;
}
