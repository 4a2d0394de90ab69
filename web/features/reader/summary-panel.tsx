import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { Summary, SummaryPoint } from "@inlet/contract/ai/summaries.ts";
import { useQuery } from "@tanstack/react-query";
import { TextQuote } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "#/api/client.ts";
import { tabIds } from "#/features/reader/reader-tabs.tsx";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { fullDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";
import { showPassage } from "#/state/view/passage.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

/** Shows the passage of a message that supports a point. */
type ShowPlace = (emailId: string, quote: string) => void;

/** The tab with the summary of a message. A point leads to its passage, in the other tab. */
export function SummaryPanel(props: {
  email: EmailRow;
  /** Number of messages in the conversation: a further message changes its summary. */
  count: number;
  onContent: () => void;
}) {
  const handleShow = (emailId: string, quote: string) => {
    // The pressed button disappears with its panel; the focus moves to the tab from which a key leads back to the summary.
    document.getElementById(tabIds.content)?.focus({ preventScroll: true });
    props.onContent();
    showPassage(emailId, quote);
  };
  return (
    <div role="tabpanel" id="mail-summary" aria-labelledby={tabIds.summary}>
      <AskedSummary email={props.email} count={props.count} onShow={handleShow} />
    </div>
  );
}

/**
 * The summary of a message. It is requested when it is first shown, and again after the conversation grew. The local summary is
 * there at once; a model's summary replaces it when it arrives.
 */
function AskedSummary(props: { email: EmailRow; count: number; onShow: ShowPlace }) {
  const { email, count, onShow } = props;
  const asked = (engine: "local" | "model") => ({
    queryKey: ["summaries", email.id, count, engine],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call("POST /email/summarize", { emailId: email.id, engine }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  const { data: local, isError, refetch } = useQuery(asked("local"));
  const hasModel = local?.meta.isModelAvailable ?? false;
  const model = useQuery({ ...asked("model"), enabled: hasModel });
  if (local) {
    const summary = model.data ?? local;
    return (
      <SummaryText
        summary={summary}
        sender={email.fromName[0] || summaryTexts.sender}
        onShow={onShow}
        model={
          hasModel && (
            <ModelState
              isAsking={model.isFetching}
              note={model.isError ? summaryTexts.notAsked : summary.meta.note}
              onAgain={summary.meta.engine === "local" ? () => void model.refetch() : undefined}
            />
          )
        }
      />
    );
  }
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

/** State of the request to a model for a better summary than the one shown. */
function ModelState(props: {
  isAsking: boolean;
  note: string | null;
  onAgain: (() => void) | undefined;
}) {
  const { isAsking, note, onAgain } = props;
  if (!isAsking && note === null) return null;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-control text-ink-2">
      <p role="status" className="min-w-0">
        {isAsking ? summaryTexts.asking : note}
      </p>
      {!isAsking && note !== null && onAgain && (
        <Button onClick={onAgain}>{summaryTexts.retry}</Button>
      )}
    </div>
  );
}

function SummaryText(props: {
  summary: Summary;
  sender: string;
  onShow: ShowPlace;
  /** Shown instead of the note if a model is involved. */
  model: ReactNode;
}) {
  const { summary, sender, onShow } = props;
  const { asks, dates, amounts, meta } = summary;
  // Each sentence appears once: a request below the sender's name, the rest of the message above its conversation.
  const asked = new Set(asks.map(({ text }) => text));
  const points = summary.points.filter(({ text }) => !asked.has(text));
  const said = new Set(summary.points.map(({ text }) => text));
  const thread = summary.thread.filter(({ text }) => !said.has(text));
  return (
    <div className="mt-5 flex flex-col gap-6 text-ink">
      {props.model || (meta.note && <p className="text-control text-ink-2">{meta.note}</p>)}
      {points.length > 0 && (
        <Part title={meta.model ? summaryTexts.points : summaryTexts.writes(sender)}>
          <Lines points={points} onShow={onShow} />
        </Part>
      )}
      {asks.length > 0 && (
        <Part title={summaryTexts.asks(sender)}>
          <Lines points={asks} onShow={onShow} />
        </Part>
      )}
      {dates.length > 0 && (
        <Part title={summaryTexts.dates}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-control">
            {dates.map((date) => (
              <div key={`${date.day} ${date.time}`} className="contents">
                <dt className="py-0.5 tabular">{dayAndTime(date.day, date.time)}</dt>
                <dd className="min-w-0 text-ink-3">
                  <SummaryItem point={date} onShow={onShow} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {amounts.length > 0 && (
        <Part title={summaryTexts.amounts}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-control tabular">
            {amounts.map((amount) => (
              <li key={amount.text}>
                <SummaryItem point={amount} onShow={onShow} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {thread.length > 0 && (
        <Part title={summaryTexts.thread}>
          <ol className="flex flex-col gap-3">
            {thread.map((member) => (
              <li key={member.emailId} className="text-control">
                <span className="font-semibold">
                  <bdi>{member.from}</bdi>
                </span>
                <time dateTime={member.sentAt} className="ms-2 text-label text-ink-3 tabular">
                  {fullDate(member.sentAt)}
                </time>
                <div className="text-ink-2">
                  <SummaryItem point={member} onShow={onShow} />
                </div>
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

function Lines({ points, onShow }: { points: readonly SummaryPoint[]; onShow: ShowPlace }) {
  return (
    <ul className="flex list-disc flex-col gap-1 ps-4 marker:text-ink-3">
      {points.map((point) => (
        <li key={`${point.emailId} ${point.text}`}>
          <SummaryItem point={point} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

/** A point of the summary, as a link to the passage it is based on, if any. */
function SummaryItem({ point, onShow }: { point: SummaryPoint; onShow: ShowPlace }) {
  const words = <bdi className="wrap-anywhere">{point.text}</bdi>;
  if (point.quote === "") return words;
  return (
    <button
      type="button"
      title={summaryTexts.show}
      onClick={() => onShow(point.emailId, point.quote)}
      className="group -mx-1.5 rounded-control px-1.5 py-0.5 text-start align-top transition-colors hover:bg-hover coarse:min-h-11"
    >
      {words}
      <TextQuote
        size={13}
        strokeWidth={1.75}
        aria-hidden="true"
        className="ms-1.5 inline align-[-1px] text-ink-3 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 coarse:opacity-100"
      />
    </button>
  );
}

/** Uses the calendar of the message's author: no time zone is converted. */
function dayAndTime(day: string, time: string): string {
  const date = new Date(`${day}T${time || "00:00"}:00Z`);
  return date.toLocaleString(locale, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(time && { hour: "2-digit", minute: "2-digit" }),
  });
}
