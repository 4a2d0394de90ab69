import { Node } from "@tiptap/react";
import { uploadedPicture } from "#/api/upload.ts";
import type { DraftFile } from "#/features/compose/drafts/draft.ts";

/** URLs of the pictures in texts, by Content-ID; a text can refer to one before its bytes are loaded. */
const previews = new Map<string, PromiseWithResolvers<string>>();
/** Content-IDs of pictures that are loaded or loading. */
const known = new Set<string>();

/** Stores the preview of an image. */
export function storePreview(cid: string, file: Blob): void {
  known.add(cid);
  previewOf(cid).resolve(URL.createObjectURL(file));
}

/** Fetches the inline images that were inserted on another page. */
export function fetchPreviews(files: readonly DraftFile[]): void {
  for (const { id, cid } of files) {
    if (!cid || known.has(cid)) continue;
    known.add(cid);
    void uploadedPicture(id).then((picture) => {
      if (picture) storePreview(cid, picture);
      else known.delete(cid);
    });
  }
}

function previewOf(cid: string): PromiseWithResolvers<string> {
  const preview = previews.get(cid) ?? Promise.withResolvers<string>();
  previews.set(cid, preview);
  return preview;
}

/**
 * An inline image attached to the message. No other image is allowed in a text: it would be fetched from an unknown server.
 * Written here because TipTap's own extension includes resizing, which is a tenth of our part of the chunk.
 */
export const CidImage = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" } }),
  parseHTML: () => [{ tag: 'img[src^="cid:"]' }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement("img");
      const { src, alt } = node.attrs;
      dom.alt = String(alt);
      void previewOf(String(src).replace(/^cid:/, "")).promise.then((preview) => {
        dom.src = preview;
      });
      return { dom };
    },
});
