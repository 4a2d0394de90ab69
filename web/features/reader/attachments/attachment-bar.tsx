import type { Attachment } from "@inlet/contract/mail/email.ts";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { attachmentTexts } from "#/features/reader/attachments/attachment-texts.ts";
import { isPdf, previewKind } from "#/features/reader/attachments/can-preview.ts";
import { Thumbnail } from "#/features/reader/attachments/thumbnail.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { fileNameOf } from "#/features/reader/save-source.ts";
import { cn } from "#/lib/class-names.ts";
import { fileSize } from "#/lib/file-size.ts";
import { Button } from "#/ui/button.tsx";

const AttachmentDialog = lazy(async () => {
  const { AttachmentDialog: Part } =
    await import("#/features/reader/attachments/attachment-dialog.tsx");
  return { default: Part };
});

/** The attachments of a message: each can be previewed, if that is safe, and downloaded, also all at once. */
export function AttachmentBar(props: { attachments: readonly Attachment[]; subject: string }) {
  const { attachments } = props;
  const [shownId, setShownId] = useState<string | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const [isGathering, setGathering] = useState(false);
  const show = (id: string) => {
    setShownId(id);
    setWasAsked(true);
  };
  const handleSaveAll = async () => {
    setGathering(true);
    try {
      const { saveAll } = await import("#/features/reader/attachments/save-all.ts");
      await saveAll(attachments, `${fileNameOf(props.subject).slice(0, -".eml".length)}.zip`);
    } finally {
      setGathering(false);
    }
  };
  return (
    <section className="mt-8 border-t border-line pt-5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-control font-medium text-ink-2">
          {readerTexts.attachments(attachments.length)}
        </h3>
        {attachments.length > 1 && (
          <Button
            tone="quiet"
            className="-me-3"
            isBusy={isGathering}
            disabled={isGathering}
            onClick={() => void handleSaveAll()}
          >
            {isGathering ? attachmentTexts.gathering : attachmentTexts.all}
          </Button>
        )}
      </div>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0">
            <AttachmentCard attachment={attachment} onShow={() => show(attachment.id)} />
          </li>
        ))}
      </ul>
      {wasAsked && (
        <Suspense>
          <AttachmentDialog
            attachments={attachments.filter((attachment) => previewKind(attachment) !== null)}
            shownId={shownId}
            onShow={show}
            onClose={() => setShownId(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

const card =
  "group flex h-16.5 min-w-0 items-center overflow-hidden rounded-menu border border-line transition-colors hover:border-line-strong";
const opener =
  "flex h-full min-w-0 flex-1 items-center gap-3 text-start hover:bg-hover focus-visible:-outline-offset-2";
const iconLook = "shrink-0 text-ink-3 transition-colors group-hover:text-ink";

function AttachmentCard({ attachment, onShow }: { attachment: Attachment; onShow: () => void }) {
  const name = attachment.filename || readerTexts.unnamed;
  const saving = { href: attachment.url, download: name };
  // Read out with its action. The visible name is part of it, for users of voice control.
  const about = (does: string) => (
    <>
      <Thumbnail attachment={attachment} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{does}</span>
        <span aria-hidden="true" className="block truncate text-control font-medium" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="block text-label text-ink-3 tabular">{fileSize(attachment.size)}</span>
      </span>
    </>
  );
  const icon = <Download size={16} strokeWidth={1.75} aria-hidden="true" className={iconLook} />;
  const isInTab = isPdf(attachment);
  if (previewKind(attachment) === null && !isInTab) {
    return (
      <a
        {...saving}
        className={cn(card, "gap-3 pe-3 hover:bg-hover focus-visible:-outline-offset-2")}
      >
        {about(readerTexts.download(name))}
        {icon}
      </a>
    );
  }
  return (
    <div className={card}>
      {isInTab ? (
        <a
          href={`${attachment.url}&view=pdf`}
          target="_blank"
          rel="noopener noreferrer"
          className={opener}
        >
          {about(attachmentTexts.view(name))}
        </a>
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={onShow} className={opener}>
          {about(attachmentTexts.preview(name))}
        </button>
      )}
      <a
        {...saving}
        aria-label={readerTexts.download(name)}
        className="grid w-11 shrink-0 place-items-center self-stretch hover:bg-hover focus-visible:-outline-offset-2"
      >
        {icon}
      </a>
    </div>
  );
}
