import type { AuditEntry } from "@inlet/contract/auth/audit.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { activityQuery } from "#/api/audit-queries.ts";
import { activityTexts as words } from "#/features/security/activity-texts.ts";
import { deviceName } from "#/features/security/device-name.ts";
import { ListError } from "#/features/security/list-error.tsx";
import { timeAgo } from "#/features/security/time-ago.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { auditTexts } from "#/texts/shared/audit-texts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { DialogBody } from "#/ui/dialog.tsx";

/** Entries that deserve a second look. */
const alarming = new Set(["sign_in.failed", "sign_in.failed_often", "password.reset"]);
/** Entries labeled with a browser's user agent. */
const ofDevices = new Set(["sign_in", "session.revoked"]);

/** The activity of the account, newest first. */
export function ActivityList(props: { isOpen: boolean }) {
  const now = useNow();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    { ...activityQuery, enabled: props.isOpen },
  );
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <DialogBody className="flex flex-col items-start gap-3">
      <ListError error={entries ? null : error} onRetry={refetch} />
      <ul
        aria-label={words.list}
        className="w-full divide-y divide-line rounded-card border border-line empty:hidden"
      >
        {entries?.map((entry) => (
          <li key={entry.seq} className="px-3 py-2.5 text-label">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-control">
              <span
                className={cn(
                  "min-w-0 flex-1 font-medium",
                  alarming.has(entry.kind) ? "text-danger" : "text-ink",
                )}
              >
                {auditTexts.kinds[entry.kind]}
              </span>
              {entry.isByAdmin && <Badge>{words.byAdmin}</Badge>}
              {entry.isProgram && <Badge>{words.byApiClient}</Badge>}
              <time
                dateTime={entry.at}
                title={fullDate(entry.at)}
                className="text-label text-ink-3"
              >
                {timeAgo(entry.at, now)}
              </time>
            </p>
            <Details entry={entry} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.showMore}
        </Button>
      )}
    </DialogBody>
  );
}

function Details({ entry: { kind, label, address } }: { entry: AuditEntry }) {
  const name = ofDevices.has(kind) ? deviceName(label) : label;
  if (name === "" && address === "") return null;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-ink-3">
      {name !== "" && <bdi className="min-w-0 wrap-anywhere">{name}</bdi>}
      {address !== "" && <span className="tabular">{words.from(address)}</span>}
    </p>
  );
}
