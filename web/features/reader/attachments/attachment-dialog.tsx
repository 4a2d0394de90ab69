import type { Attachment } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { readAttachment } from "#/api/read-attachment.ts";
import { attachmentTexts as words } from "#/features/reader/attachments/attachment-texts.ts";
import { previewKind } from "#/features/reader/attachments/can-preview.ts";
import { Lightbox } from "#/features/reader/attachments/lightbox.tsx";
import { ZoomedPicture } from "#/features/reader/attachments/zoomed-picture.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { fileSize } from "#/lib/file-size.ts";
import { Turning } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

/** Maximum number of bytes shown. */
const shownBytes = 256 * 1024;

/** Shows an attachment over the whole window; the arrow keys show the next one. */
export function AttachmentDialog(props: {
  attachments: readonly Attachment[];
  shownId: string | null;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  // The last file shown stays while the dialog closes.
  const [lastId, setLastId] = useState(props.shownId);
  if (props.shownId !== null && props.shownId !== lastId) setLastId(props.shownId);
  const at = props.attachments.findIndex(({ id }) => id === lastId);
  const attachment = props.attachments[at];
  const count = props.attachments.length;
  const go = (by: number) => {
    const next = props.attachments.at((at + by) % count);
    if (next) props.onShow(next.id);
  };
  useArrowKeys(props.shownId !== null && count > 1, go);
  if (!attachment) return null;
  const name = attachment.filename || readerTexts.unnamed;
  return (
    <Lightbox
      isOpen={props.shownId !== null}
      onClose={props.onClose}
      title={name}
      details={[fileSize(attachment.size), count > 1 && words.place(at + 1, count)]
        .filter(Boolean)
        .join(" · ")}
      saving={{ href: attachment.url, download: name }}
      onPrevious={count > 1 ? () => go(-1) : undefined}
      onNext={count > 1 ? () => go(1) : undefined}
    >
      {previewKind(attachment) === "image" ? (
        <ZoomedPicture key={attachment.id} attachment={attachment} />
      ) : (
        <Words key={attachment.id} attachment={attachment} />
      )}
    </Lightbox>
  );
}

/** The arrow keys move between the files wherever the focus is in the dialog, except in a text, which they scroll. */
function useArrowKeys(isWanted: boolean, go: (by: 1 | -1) => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof Element) || event.target.closest("section[tabindex]")) return;
    const forward = isRightToLeft(event.target) ? "ArrowLeft" : "ArrowRight";
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") go(event.key === forward ? 1 : -1);
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    // Handled before the dialog, which stops its key events.
    addEventListener("keydown", handle, true);
    return () => removeEventListener("keydown", handle, true);
  }, [isWanted]);
}

function Words({ attachment }: { attachment: Attachment }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["attachment", attachment.id],
    queryFn: async ({ signal }) => {
      const bytes = await readAttachment(attachment, signal);
      return { text: textOf(bytes.slice(0, shownBytes)), isCut: bytes.byteLength > shownBytes };
    },
    gcTime: 0,
  });
  if (error) {
    return (
      <ErrorState
        title={readerTexts.failed}
        message={error.message}
        retryLabel={readerTexts.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <output className="m-auto flex items-center gap-2 text-control text-ink-3">
        <Turning /> {words.loading}
      </output>
    );
  }
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-220 flex-1 flex-col">
      <section
        // It scrolls, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
        tabIndex={0}
        aria-label={attachment.filename}
        className="min-h-0 w-full flex-1 overflow-auto rounded-menu bg-surface p-4 font-mono text-label text-ink-2 wrap-anywhere select-text"
      >
        <pre dir="auto" className="font-[inherit] whitespace-pre-wrap">
          {data.text}
        </pre>
      </section>
      {data.isCut && <p className="mt-2 text-control text-ink-3">{words.cut}</p>}
    </div>
  );
}

/** Decodes UTF-8, or else the most common other encoding. */
function textOf(bytes: ArrayBuffer): string {
  // A character cut off at the end is not a sign of another charset.
  const decoded = new TextDecoder().decode(bytes).replace(/\uFFFD$/, "");
  const text = decoded.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : decoded;
  return text.replaceAll("\r\n", "\n");
}
