import type { Attachment } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { readAttachment } from "#/api/read-attachment.ts";
import { attachmentTexts as words } from "#/features/reader/attachments/attachment-texts.ts";
import { previewKind } from "#/features/reader/attachments/can-preview.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { fileSize } from "#/lib/file-size.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Turning } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** Maximum number of bytes shown. */
const shownBytes = 256 * 1024;

/** Preview of an attachment; the arrow keys show the next one. */
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
  return (
    <Dialog
      isOpen={props.shownId !== null}
      onOpenChange={(isNowOpen) => !isNowOpen && props.onClose()}
      title={attachment.filename || readerTexts.unnamed}
      description={fileSize(attachment.size)}
      closeLabel={texts.close}
      width="broad"
      isFullOnPhone
    >
      <DialogBody className="min-h-48">
        <div className="flex min-h-40 flex-col justify-center">
          {previewKind(attachment) === "image" ? (
            <Picture key={attachment.id} attachment={attachment} />
          ) : (
            <Words key={attachment.id} attachment={attachment} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {count > 1 && (
          <div className="me-auto flex items-center gap-1">
            <IconButton
              label={words.previous}
              icon={
                <ChevronLeft
                  size={18}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className="rtl:-scale-x-100"
                />
              }
              onClick={() => go(-1)}
            />
            <IconButton
              label={words.next}
              icon={
                <ChevronRight
                  size={18}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className="rtl:-scale-x-100"
                />
              }
              onClick={() => go(1)}
            />
            <output className="px-1 text-control text-ink-3 tabular">
              {words.place(at + 1, count)}
            </output>
          </div>
        )}
        <a
          href={attachment.url}
          download={attachment.filename}
          className="inline-flex h-8 shrink-0 items-center rounded-control bg-accent px-3 text-control font-medium text-on-accent transition-colors hover:bg-accent-hover active:bg-accent-active coarse:h-11"
        >
          {words.download}
        </a>
      </DialogFooter>
    </Dialog>
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

function Picture({ attachment }: { attachment: Attachment }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed)
    return <p className="py-8 text-center text-control text-ink-3">{words.noPicture}</p>;
  return (
    <img
      src={attachment.url}
      alt={attachment.filename}
      onError={() => setFailed(true)}
      className="mx-auto max-h-[70dvh] max-w-full rounded-control object-contain"
    />
  );
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
      <output className="flex items-center justify-center gap-2 text-control text-ink-3">
        <Turning /> {words.loading}
      </output>
    );
  }
  return (
    <>
      <section
        // It scrolls, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
        tabIndex={0}
        aria-label={attachment.filename}
        className="max-h-[65dvh] min-h-40 overflow-auto rounded-control bg-sunken p-3 font-mono text-label text-ink-2 wrap-anywhere select-text"
      >
        <pre dir="auto" className="font-[inherit] whitespace-pre-wrap">
          {data.text}
        </pre>
      </section>
      {data.isCut && <p className="mt-2 text-control text-ink-3">{words.cut}</p>}
    </>
  );
}

/** Decodes UTF-8, or else the most common other encoding. */
function textOf(bytes: ArrayBuffer): string {
  // A character cut off at the end is not a sign of another charset.
  const decoded = new TextDecoder().decode(bytes).replace(/\uFFFD$/, "");
  const text = decoded.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : decoded;
  return text.replaceAll("\r\n", "\n");
}
