import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { emailQuery } from "#/api/queries.ts";
import { MessageBody } from "#/features/mail-frame/message-body.tsx";
import { ContentSkeleton } from "#/features/reader/mail-content.tsx";
import { headDate } from "#/lib/dates.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { quickLookTexts as words } from "#/screens/mail/quick-look-texts.ts";
import { findRow } from "#/state/changes/find-row.ts";

/** With less space beside the list, the message covers the end of the list, or all of a narrow one. */
const minWidthPx = 320;
const narrowListPx = 480;
const maxShare = 0.62;

/** A message beside the list, for reading only: it takes neither the pointer nor the focus. */
export function QuickLookPanel({ emailId }: { emailId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(emailQuery(emailId));
  const [style] = useState(placeBesideList);
  const head = data ?? findRow(client, emailId);
  if (!head) return null;
  const [address = ""] = head.fromAddress;
  const sender = head.fromName[0] || address;
  return (
    <section
      aria-label={words.title}
      style={style}
      className="pointer-events-none fixed z-30 flex flex-col overflow-hidden border-s border-line bg-surface pt-5 text-ink shadow-menu transition-opacity duration-[140ms] starting:opacity-0"
    >
      <p className="mx-5 mb-1 text-label text-ink-3 sm:mx-8">{words.close}</p>
      <h2 dir="auto" className="mx-5 sm:mx-8 line-clamp-2 text-subject font-semibold wrap-anywhere">
        {head.subject.trim() || readerTexts.noSubject}
      </h2>
      <p className="mx-5 sm:mx-8 mt-1 flex items-baseline gap-2 border-b border-line pb-3 text-control text-ink-2">
        <bdi className="min-w-0 max-w-full truncate">{sender}</bdi>
        <bdi className="min-w-0 flex-1 truncate text-ink-3">
          {address === sender ? "" : address}
        </bdi>
        <time dateTime={head.emailDate} className="shrink-0 text-label text-ink-3 tabular">
          {headDate(head.emailDate)}
        </time>
      </p>
      <div inert className="min-h-0 flex-1 overflow-hidden px-5 pt-4 sm:px-8">
        {data ? (
          <MessageBody
            key={emailId}
            email={data}
            onKey={() => undefined}
            onMailto={() => undefined}
          />
        ) : (
          <ContentSkeleton />
        )}
      </div>
    </section>
  );
}

/** Returns the space beside the list; where the list has the whole width, the end of it. */
function placeBesideList(): CSSProperties {
  const list = document.querySelector("#message-list")?.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  if (!list) return { inset: 0 };
  const isFromRight = isRightToLeft(document.documentElement);
  const { top, height } = list;
  const freePx = isFromRight ? list.left : clientWidth - list.right;
  const widthPx =
    freePx >= minWidthPx
      ? freePx
      : Math.round(list.width * (list.width < narrowListPx ? 1 : maxShare));
  return { top, height, width: widthPx, insetInlineEnd: freePx >= minWidthPx ? 0 : freePx };
}
