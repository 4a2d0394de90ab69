import type { EmailRow } from "@inlet/contract/email.ts";
import type { Summary } from "@inlet/contract/summaries.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#/api/client.ts";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { fullDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

/** What a mail says in short. It is asked for when it is first looked at, and again when the conversation grew. */
export function SummaryPanel({ email, count }: { email: EmailRow; count: number }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["summaries", email.id, count],
    queryFn: ({ signal }) => call("POST /email/summarize", { emailId: email.id }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (data) return <Told summary={data} sender={email.fromName[0] || summaryTexts.somebody} />;
  if (isError) {
    return (
      <ErrorState
        title={summaryTexts.failed}
        message=""
        retryLabel={summaryTexts.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" aria-busy="true" className="mt-6 flex flex-col gap-3">
      <span className="sr-only">{summaryTexts.pending}</span>
      {["w-11/12", "w-full", "w-2/3"].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}

function Told({ summary, sender }: { summary: Summary; sender: string }) {
  const { points, asks, dates, amounts, thread, meta } = summary;
  return (
    <div className="mt-5 flex flex-col gap-6 text-ink">
      {meta.note && <p className="text-control text-ink-2">{meta.note}</p>}
      {points.length > 0 && (
        <Part title={summaryTexts.points}>
          <Lines lines={points.map(({ text }) => text)} />
        </Part>
      )}
      {asks.length > 0 && (
        <Part title={summaryTexts.asks(sender)}>
          <Lines lines={asks.map(({ text }) => text)} />
        </Part>
      )}
      {dates.length > 0 && (
        <Part title={summaryTexts.dates}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-control">
            {dates.map(({ text, day, time }) => (
              <div key={`${day} ${time}`} className="contents">
                <dt className="tabular">{dayAndTime(day, time)}</dt>
                <dd className="min-w-0 text-ink-3">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {amounts.length > 0 && (
        <Part title={summaryTexts.amounts}>
          <p className="text-control tabular">
            <bdi>{amounts.map(({ text }) => text).join(" · ")}</bdi>
          </p>
        </Part>
      )}
      {thread.length > 0 && (
        <Part title={summaryTexts.thread}>
          <ol className="flex flex-col gap-3">
            {thread.map(({ emailId, from, sentAt, text }) => (
              <li key={emailId} className="text-control">
                <span className="font-semibold">
                  <bdi>{from}</bdi>
                </span>
                <time dateTime={sentAt} className="ms-2 text-label text-ink-3 tabular">
                  {fullDate(sentAt)}
                </time>
                <p className="text-ink-2">
                  <bdi>{text}</bdi>
                </p>
              </li>
            ))}
          </ol>
        </Part>
      )}
      <p className="border-t border-line pt-3 text-label text-ink-3">
        {meta.model ? summaryTexts.model(meta.model.name, meta.model.host) : summaryTexts.local}
      </p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-label font-medium text-ink-3">
        <bdi>{title}</bdi>
      </h2>
      {children}
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 ps-4 marker:text-ink-3">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** By the calendar of whoever wrote it: nothing is moved to another zone. */
function dayAndTime(day: string, time: string): string {
  const date = new Date(`${day}T${time || "00:00"}:00Z`);
  return date.toLocaleString(locale, {
    ...{ timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" },
    ...(time && { hour: "2-digit", minute: "2-digit" }),
  });
}
