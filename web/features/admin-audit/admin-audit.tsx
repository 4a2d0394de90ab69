import type { AuditRecord } from "@inlet/contract/auth/audit.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { auditQuery } from "#/api/audit-queries.ts";
import { call } from "#/api/client.ts";
import { adminAuditTexts as words } from "#/features/admin-audit/admin-audit-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate } from "#/lib/dates.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { auditTexts } from "#/texts/shared/audit-texts.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import type { AuditCheck } from "./audit-check.ts";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** The server's audit log, for administrators, with a check that it was not tampered with. */
export function AdminAudit() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(auditQuery);
  const check = useMutation({ mutationFn: () => call("POST /admin/audit/check", {}) });
  const entries = data?.pages.flatMap((page) => page.entries);
  if (!entries && error) {
    return (
      <ErrorState
        title={pageTexts.failed.title}
        message={error.message}
        retryLabel={pageTexts.failed.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <Button disabled={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? words.checking : words.check}
        </Button>
      }
    >
      <div role="status" className="not-empty:px-4 not-empty:py-3">
        {check.data && <Found check={check.data} />}
        {check.error && (
          <p className="text-control text-danger">{check.error.message || words.failed}</p>
        )}
      </div>
      <div className="max-sm:hidden">
        <table
          aria-label={words.list}
          className="w-full border-collapse text-start text-label wrap-anywhere"
        >
          <thead className="text-ink-3">
            <tr className="border-b border-line">
              {[words.time, words.what, words.whose, words.who, words.from].map((head) => (
                <th key={head} scope="col" className="px-3 py-2 text-start font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {entries?.map((entry) => (
              <tr key={entry.seq}>
                <td className="min-w-36 px-3 py-2 text-ink-3 tabular">
                  <time dateTime={entry.at}>{fullDate(entry.at)}</time>
                </td>
                <td className="px-3 py-2 font-medium text-ink">{whatOf(entry)}</td>
                <td className="max-w-48 px-3 py-2 text-ink-2">
                  <Name of={entry.person} />
                </td>
                <td className="max-w-48 px-3 py-2 text-ink-2">
                  <Name of={entry.actor} />
                </td>
                <td className="min-w-28 px-3 py-2 text-ink-3 tabular">
                  {entry.address || words.noAddress}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={words.list} className="divide-y divide-line empty:hidden sm:hidden">
        {entries?.map((entry) => (
          <li key={entry.seq} className="px-3 py-2.5 text-label">
            <p className="font-medium text-ink">{whatOf(entry)}</p>
            <p className="text-ink-2">
              <Name of={entry.person || entry.actor} />
            </p>
            <p className="text-ink-3 tabular">
              {[fullDate(entry.at), entry.address].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-end px-4 py-3">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.showMore}
          </Button>
        </div>
      )}
    </SettingCard>
  );
}

function whatOf({ kind, isProgram }: AuditRecord): string {
  const what = auditTexts.kinds[kind];
  return isProgram ? `${what}, ${words.program}` : what;
}

/** Shows a user: the address, or the id of a deleted user. */
function Name({ of }: { of: string }) {
  return (
    <bdi className="block truncate" title={of}>
      {of || words.noAddress}
    </bdi>
  );
}

function Found({ check: { entries, broken } }: { check: AuditCheck }) {
  const Icon = broken ? ShieldAlert : ShieldCheck;
  return (
    <p
      className={cn(
        "flex items-center gap-2 text-control font-medium",
        broken ? "text-danger" : "text-ink",
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {broken ? words.broken[broken.how](broken.seq) : words.whole(entries)}
    </p>
  );
}
