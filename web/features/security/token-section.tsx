import type { ApiTokenView } from "@inlet/contract/auth/tokens.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SquareTerminal } from "lucide-react";
import { call } from "#/api/client.ts";
import { apiTokensQuery } from "#/api/security-queries.ts";
import { CreateTokenDialog } from "#/features/security/create-token-dialog.tsx";
import { Item, ItemList } from "#/features/security/item-list.tsx";
import { ListError } from "#/features/security/list-error.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { TokenActivity } from "#/features/security/token-activity.tsx";
import { tokenTexts as words } from "#/features/security/token-texts.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { fullDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useNow } from "#/lib/use-now.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** The API clients that may act for the user, with buttons to revoke them. */
export function TokenSection() {
  const client = useQueryClient();
  const { data: tokens = [], error, refetch } = useQuery(apiTokensQuery);
  const valid = tokens.filter(({ revokedAt }) => revokedAt === null);
  const gone = tokens.filter(({ revokedAt }) => revokedAt !== null);
  const dialog = useOpening();
  const refresh = () => client.invalidateQueries({ queryKey: apiTokensQuery.queryKey });
  const revoke = async (id: string) => {
    try {
      await call("DELETE /user/tokens/{id}", { id });
      notify(words.revoked);
    } catch (failure) {
      warn(sentenceOf(failure, securityTexts.failed));
    }
    await refresh();
  };
  return (
    <SettingCard
      title={words.title}
      hint={
        <>
          {words.hint}{" "}
          <a
            href="/docs"
            target="_blank"
            rel="noreferrer"
            className="text-accent-ink underline underline-offset-2"
          >
            {words.docs}
          </a>
        </>
      }
      actions={<Button onClick={dialog.open}>{words.create}</Button>}
    >
      <ListError error={tokens.length === 0 ? error : null} onRetry={refetch} />
      <ItemList label={words.list}>
        {valid.map((token) => (
          <Token key={token.id} token={token} onRevoke={() => void revoke(token.id)} />
        ))}
      </ItemList>
      {gone.length > 0 && (
        <details>
          <summary className="cursor-pointer px-4 py-3 text-label text-ink-2 focus-visible:outline-offset-[-2px]">
            {words.revokedTitle(gone.length)}
          </summary>
          <ItemList label={words.revokedList}>
            {gone.map((token) => (
              <Token key={token.id} token={token} />
            ))}
          </ItemList>
        </details>
      )}
      <CreateTokenDialog
        key={dialog.round}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        onCreated={refresh}
      />
    </SettingCard>
  );
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** Without `onRevoke`: a revoked token, which only has its log left. */
function Token({ token, onRevoke }: { token: ApiTokenView; onRevoke?: () => void }) {
  const now = useNow();
  const activity = useOpening();
  const { accounts = [] } = useAccounts();
  const addresses = token.accounts?.map(
    (id) => accounts.find((account) => account.id === id)?.account_mail ?? words.removedAccount,
  );
  const { revokedAt } = token;
  const isOver = revokedAt === null && new Date(token.expiresAt) <= now;
  const until = words.until(day.format(new Date(token.expiresAt)));
  const used =
    token.lastUsedAt === null ? words.neverUsed : words.lastUsed(timeAgo(token.lastUsedAt, now));
  return (
    <Item
      icon={SquareTerminal}
      name={token.name}
      badges={isOver && <Badge className="text-danger">{words.isOver}</Badge>}
      about={[
        token.scopes.map((scope) => words.scope[scope].label).join(", "),
        ...(token.scopes.includes("send") && token.asksFirst ? [words.asks] : []),
        ...(addresses ? [words.onlyFor(addresses.join(", "))] : []),
      ].join(" · ")}
      detail={
        revokedAt === null
          ? [used, ...(isOver ? [] : [until])].join(", ")
          : words.revokedOn(timeAgo(revokedAt, now))
      }
      detailTitle={fullDate(token.createdAt)}
      action={
        <div className="flex flex-wrap justify-end gap-1">
          <Button tone="quiet" aria-label={words.activityName(token.name)} onClick={activity.open}>
            {words.activity}
          </Button>
          {onRevoke && (
            <Button tone="quiet" aria-label={words.revokeName(token.name)} onClick={onRevoke}>
              {words.revoke}
            </Button>
          )}
          <TokenActivity token={token} isOpen={activity.isOpen} onClose={activity.close} />
        </div>
      }
    />
  );
}
