import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { briefQuery, markSeen } from "#/features/brief/brief-query.ts";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { BriefView } from "#/features/brief/brief-view.tsx";
import { headDate } from "#/lib/dates.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
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
            <h1 className="text-title font-semibold tracking-[-0.02em]">{words.title}</h1>
            <p className="min-h-5 text-control text-ink-3">
              {data && words.since(headDate(data.brief.since))}
            </p>
          </div>
        </div>
        {data ? (
          <BriefView brief={data.brief} />
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
    </div>
  );
}
