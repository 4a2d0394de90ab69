import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { countOf, linesOf } from "#/features/brief/brief-lines.tsx";
import { briefQuery, markSeen } from "#/features/brief/brief-query.ts";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { BriefView } from "#/features/brief/brief-view.tsx";
import { useBriefLines } from "#/screens/mail/brief/line-actions.tsx";
import { cn } from "#/lib/class-names.ts";
import { headDate } from "#/lib/dates.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { serif } from "#/ui/serif.ts";
import { Skeleton } from "#/ui/skeleton.tsx";

/** The daily brief. Opening it ends its announcement. */
export function BriefPage() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const client = useQueryClient();
  // Refetch always: messages answered since are removed from it.
  const { data, isError, refetch } = useQuery({ ...briefQuery, refetchOnMount: "always" });
  const unseen = data && !data.isSeen ? data.brief.day : null;
  useEffect(() => {
    if (unseen !== null) markSeen(client, unseen);
  }, [client, unseen]);
  const brief = data?.brief;
  const shown = useBriefLines(brief ? linesOf(brief) : [], { hasKeys: true });
  const { done, left } = shown;
  const hasMore = brief && [brief.answer, brief.deadlines, brief.waiting].some(({ more }) => more);
  const needsMore = done.size > 0 && left === 0 && hasMore;
  useEffect(() => {
    if (needsMore) void refetch();
    // Once for each line that is done: the server may still work on the last.
  }, [needsMore, done.size, refetch]);
  const [now] = useState(() => new Date());
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${words.title} · ${pageTexts.product}`}</title>
      <div className="mx-auto max-w-180 px-4 pt-4 pb-24 sm:px-8 sm:pt-8">
        <div className="mb-6 flex items-start gap-2">
          <IconButton
            label={texts.back}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={goBack}
            className="-ms-2"
          />
          <div className="min-w-0">
            <h1 className={cn(serif, "text-title")}>{words.title}</h1>
            <p className="min-h-5 text-control text-ink-3">
              {brief && (
                <>
                  <span className="text-ink-2">
                    {words.weather(countOf(brief), now.getHours())}
                  </span>
                  {` · ${words.since(headDate(brief.since))}`}
                </>
              )}
            </p>
          </div>
          {done.size > 0 && (
            <p className="ms-auto pt-2 text-control text-ink-3 tabular">
              {words.progress(done.size, left + done.size)}
            </p>
          )}
        </div>
        <div aria-hidden="true" className="-mt-4 mb-4 h-0.5">
          {done.size > 0 && (
            <div
              className="h-full rounded-full bg-accent transition-[inline-size] duration-200"
              style={{ inlineSize: `${(100 * done.size) / (left + done.size)}%` }}
            />
          )}
        </div>
        {data ? (
          <div {...shown.area}>
            <BriefView brief={data.brief} done={done} renderActions={shown.renderActions} />
          </div>
        ) : isError ? (
          <ErrorState
            title={words.failed}
            message=""
            retryLabel={words.retry}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">{words.pending}</span>
            {["w-11/12", "w-full", "w-2/3"].map((width) => (
              <Skeleton key={width} className={`h-3.5 ${width}`} />
            ))}
          </div>
        )}
      </div>
      {shown.dialog}
    </div>
  );
}
