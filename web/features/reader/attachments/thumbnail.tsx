import type { Attachment } from "@inlet/contract/mail/email.ts";
import {
  Calendar,
  File,
  FileArchive,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Image,
  type LucideIcon,
  Mail,
  Presentation,
} from "lucide-react";
import { useState } from "react";
import { previewKind } from "#/features/reader/attachments/can-preview.ts";
import { isSavingData } from "#/features/reader/use-prefetch.ts";

/** There is no smaller copy on the server: a larger picture is loaded only when it is opened. */
const maxBytes = 4 * 1024 * 1024;

/** Types with their icon and its hue; the first match counts. */
const marks: readonly (readonly [pattern: RegExp, icon: LucideIcon, hue: number])[] = [
  [/^image\//, Image, 305],
  [/^message\//, Mail, 205],
  [/calendar|\bics\b/, Calendar, 205],
  [/pdf/, FileText, 25],
  [/sheet|excel|csv/, FileSpreadsheet, 150],
  [/presentation|powerpoint/, Presentation, 50],
  [/zip|compressed|x-tar/, FileArchive, 80],
  [/^audio\//, FileMusic, 330],
  [/^video\//, FileVideo, 280],
  [/text|word/, FileText, 250],
];

/** Shows a picture in small, and any other file as a mark in the color of its type. */
export function Thumbnail({ attachment }: { attachment: Attachment }) {
  const { id, url, size } = attachment;
  const isPicture = previewKind(attachment) === "image" && size <= maxBytes && !isSavingData();
  return isPicture ? (
    <Picture key={id} url={url} mark={<Mark attachment={attachment} />} />
  ) : (
    <Mark attachment={attachment} />
  );
}

function Picture({ url, mark }: { url: string; mark: React.ReactNode }) {
  // Addresses are renewed while the message is open; a picture that is shown must not load again.
  const [shownUrl, setShownUrl] = useState(url);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return mark;
  return (
    <img
      src={shownUrl}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => (shownUrl === url ? setFailed(true) : setShownUrl(url))}
      className="h-full w-18 shrink-0 bg-canvas object-cover"
    />
  );
}

function Mark({ attachment: { type, filename } }: { attachment: Attachment }) {
  const isPdf = /\.pdf$/i.test(filename);
  const plain = isPdf ? "application/pdf" : type.toLowerCase();
  const [, Icon, hue] = marks.find(([pattern]) => pattern.test(plain)) ?? [null, File, null];
  return (
    <span
      aria-hidden="true"
      className={
        hue === null
          ? "grid h-full w-18 shrink-0 place-items-center bg-hover text-ink-3"
          : "grid h-full w-18 shrink-0 place-items-center chip"
      }
      style={hue === null ? undefined : { "--hue": hue }}
    >
      <Icon size={22} strokeWidth={1.5} />
    </span>
  );
}
