import { adminPage } from "@inlet/contract/admin/admin-page.ts";
import type { AdminAccount } from "@inlet/contract/admin/admin-operation.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminAccountsQuery } from "#/api/admin-queries.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Loaded, NoRows, Pager, Rows } from "#/features/administration/parts.tsx";
import { errorMessage } from "#/api/error-message.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate, resultDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { Badge } from "#/ui/badge.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.accounts;

/** Shows the state of all users' mail accounts. */
export function AccountsPanel() {
  const [page, setPage] = useState(0);
  const asked = useQuery(adminAccountsQuery(page));
  return (
    <SettingCard title={adminTexts.sections.accounts} hint={words.hint}>
      <Loaded asked={asked}>
        {({ accounts, total, inTrouble }) =>
          total === 0 ? (
            <NoRows>{words.none}</NoRows>
          ) : (
            <>
              <p
                className={cn(
                  "px-4 py-3 text-control font-medium",
                  inTrouble > 0 ? "text-danger" : "text-ink-2",
                )}
              >
                {inTrouble > 0 ? words.inTrouble(inTrouble) : words.allWell}
              </p>
              <Rows label={words.list}>
                {accounts.map((account) => (
                  <AccountRow key={account.id} account={account} />
                ))}
              </Rows>
              <Pager page={page} perPage={adminPage} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </SettingCard>
  );
}

function AccountRow({ account }: { account: AdminAccount }) {
  const now = useNow();
  const { state, lastSyncAt, errorCode } = account;
  return (
    <li className="px-4 py-3 text-label">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium">
        <bdi className="max-w-full truncate">{account.address}</bdi>
        <Badge className={errorCode ? "text-danger" : ""}>{words.states[state]}</Badge>
      </p>
      {errorCode && <p className="text-danger">{errorMessage(errorCode, account.errorMessage)}</p>}
      <p className="wrap-anywhere text-ink-3">
        {words.of(account.userEmail)} · {account.host} ·{" "}
        <span title={lastSyncAt === null ? undefined : fullDate(lastSyncAt)}>
          {lastSyncAt === null ? words.neverSynced : words.lastSync(resultDate(lastSyncAt, now))}
        </span>
        {errorCode && (
          <>
            {" · "}
            <code>{errorCode}</code>
          </>
        )}
      </p>
    </li>
  );
}
