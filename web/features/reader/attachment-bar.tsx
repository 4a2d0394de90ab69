import type { Attachment } from "@inlet/contract/email.ts";
import { Calendar, Download, File, FileArchive, FileText, Image, Mail } from "lucide-react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { fileSize } from "#/lib/file-size.ts";

/** The files that came with a mail. */
export function AttachmentBar({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className="text-control font-medium text-ink-2">
        {readerTexts.attachments(attachments.length)}
      </h3>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0">
            <AttachmentLink attachment={attachment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AttachmentLink({ attachment }: { attachment: Attachment }) {
  const name = attachment.filename || readerTexts.unnamed;
  return (
    <a
      href={attachment.url}
      download={name}
      aria-label={readerTexts.download(name)}
      className="group flex items-center gap-3 rounded-menu border border-line px-3 py-2.5 transition-colors hover:border-line-strong hover:bg-hover"
    >
      <TypeIcon type={attachment.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-control font-medium" title={name}>
          {name}
        </span>
        <span className="block text-label text-ink-3 tabular">{fileSize(attachment.size)}</span>
      </span>
      <Download
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 text-ink-3 transition-colors group-hover:text-ink"
      />
    </a>
  );
}

function TypeIcon({ type }: { type: string }) {
  const look = {
    size: 20,
    strokeWidth: 1.5,
    "aria-hidden": true,
    className: "shrink-0 text-ink-3",
  } as const;
  if (type.startsWith("image/")) return <Image {...look} />;
  if (type.startsWith("message/")) return <Mail {...look} />;
  if (/calendar|\bics\b/.test(type)) return <Calendar {...look} />;
  if (/zip|compressed|x-tar/.test(type)) return <FileArchive {...look} />;
  if (/pdf|text|word|sheet|presentation/.test(type)) return <FileText {...look} />;
  return <File {...look} />;
}
