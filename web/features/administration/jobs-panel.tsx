import { adminPage } from "@inlet/contract/admin/admin-page.ts";
import type { FailedJob } from "@inlet/contract/admin/admin-operation.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { adminJobsQuery } from "#/api/admin-queries.ts";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Loaded, NoRows, Pager, Rows } from "#/features/administration/parts.tsx";
import { errorMessage } from "#/api/error-message.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useNow } from "#/lib/use-now.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.jobs;

/** Shows the state of the background jobs. */
export function JobsPanel() {
  const client = useQueryClient();
  const [page, setPage] = useState(0);
  const asked = useQuery(adminJobsQuery(page));
  const retry = async (id: string) => {
    try {
      await call("POST /admin/jobs/{id}/retry", { id });
      notify(words.retried);
    } catch (failure) {
      warn(sentenceOf(failure, adminTexts.failed));
    }
    await client.invalidateQueries({ queryKey: ["admin", "jobs"] });
  };
  return (
    <SettingCard title={adminTexts.sections.jobs} hint={words.hint}>
      <Loaded asked={asked}>
        {({ waiting, running, scheduled, failed, failedTotal }) => (
          <>
            <dl className="grid grid-cols-2 sm:grid-cols-4">
              <Figure label={words.waiting} value={waiting} />
              <Figure label={words.running} value={running} />
              <Figure label={words.scheduled} value={scheduled} />
              <Figure label={words.failing} value={failedTotal} />
            </dl>
            {failed.length === 0 ? (
              <NoRows>{words.none}</NoRows>
            ) : (
              <Rows label={words.list}>
                {failed.map((job) => (
                  <JobRow key={job.id} job={job} onRetry={() => void retry(job.id)} />
                ))}
              </Rows>
            )}
            <Pager page={page} perPage={adminPage} total={failedTotal} onPage={setPage} />
          </>
        )}
      </Loaded>
    </SettingCard>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="px-4 py-3">
      <dt className="text-label text-ink-3">{label}</dt>
      <dd className="text-title font-semibold tabular">{adminTexts.models.count(value)}</dd>
    </div>
  );
}

function JobRow({ job, onRetry }: { job: FailedJob; onRetry: () => void }) {
  const now = useNow();
  const next = job.nextTryAt === null ? words.underWay : words.nextTry(rowDate(job.nextTryAt, now));
  return (
    <li className="flex items-center gap-3.5 px-4 py-3">
      <div className="min-w-0 flex-1 text-label">
        <p className="truncate text-ui font-medium">{words.kind(job.kind)}</p>
        <p className="text-danger">{errorMessage(job.errorCode, job.errorMessage)}</p>
        <p className="wrap-anywhere text-ink-3" title={fullDate(job.failedAt)}>
          {adminTexts.accounts.of(job.userEmail || words.ofUnknown)} ·{" "}
          {words.failures(job.failures)} · {next} · <code>{job.errorCode}</code>
        </p>
      </div>
      <Button tone="quiet" aria-label={words.retryName(words.kind(job.kind))} onClick={onRetry}>
        {words.retry}
      </Button>
    </li>
  );
}
