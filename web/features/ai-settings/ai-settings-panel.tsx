import { useQuery } from "@tanstack/react-query";
import { aiSettingsQuery } from "#/api/model-queries.ts";
import { AccountChoices } from "#/features/ai-settings/account-choices.tsx";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { BudgetPart } from "#/features/ai-settings/budget-part.tsx";
import { LedgerPart } from "#/features/ai-settings/ledger-part.tsx";
import { ModelPart } from "#/features/ai-settings/model-part.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton, SkeletonAfter } from "#/ui/skeleton.tsx";

/** Settings of the AI model: on or off, which model, which mail, its budget, and the log of its calls. */
export function AiSettingsPanel() {
  const { data: settings, error, refetch } = useQuery(aiSettingsQuery);
  if (!settings && error) {
    return (
      <ErrorState
        title={pageTexts.failed.title}
        message={error.message}
        retryLabel={aiTexts.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!settings) {
    return (
      <SkeletonAfter delayMs={200}>
        <div role="status" aria-label={aiTexts.loading} className="grid gap-4 py-6">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-full max-w-120" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      </SkeletonAfter>
    );
  }
  return (
    <>
      <ModelPart settings={settings} />
      <AccountChoices settings={settings} />
      <BudgetPart key={`${settings.dailyTokens} ${settings.dailyUsd}`} settings={settings} />
      <LedgerPart />
    </>
  );
}
