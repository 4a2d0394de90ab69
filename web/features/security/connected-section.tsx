import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { signInsQuery } from "#/api/security-queries.ts";
import { connectedTexts as words } from "#/features/security/connected-texts.ts";
import { Item, ItemList } from "#/features/security/item-list.tsx";
import { ListError } from "#/features/security/list-error.tsx";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { fullDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { recordSocialStart } from "#/state/session/social-start.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog } from "#/ui/dialog.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

type SignIns = Api["GET /user/sign-ins"]["output"];
type SignIn = SignIns["signIns"][number];
type Provider = SignIns["providers"][number];

/** External accounts with which the user can sign in, and buttons to connect one. */
export function ConnectedSection() {
  const client = useQueryClient();
  const now = useNow();
  const { data, error, refetch } = useQuery(signInsQuery);
  const adding = useOpening();
  const removal = useOpening();
  const [chosen, choose] = useState<Provider | null>(null);
  const [leaving, setLeaving] = useState<SignIn | null>(null);
  const { signIns = [], providers = [] } = data ?? {};
  const isNowhere = data !== undefined && providers.length === 0;
  return (
    <SettingCard
      title={words.title}
      hint={isNowhere ? words.unavailable : words.hint}
      actions={providers.map((provider) => (
        <Button
          key={provider.provider}
          onClick={() => {
            choose(provider);
            adding.open();
          }}
        >
          {words.connect(provider.name)}
        </Button>
      ))}
    >
      <ListError error={data ? null : error} onRetry={refetch} />
      <ItemList label={words.list}>
        {signIns.map((signIn) => (
          <Item
            key={signIn.id}
            icon={LogIn}
            name={signIn.name}
            about={signIn.address}
            detail={
              signIn.lastUsedAt === null
                ? words.connected(timeAgo(signIn.connectedAt, now))
                : words.lastUsed(timeAgo(signIn.lastUsedAt, now))
            }
            detailTitle={fullDate(signIn.lastUsedAt ?? signIn.connectedAt)}
            action={
              <Button
                tone="quiet"
                aria-label={words.removeName(nameOf(signIn))}
                onClick={() => {
                  setLeaving(signIn);
                  removal.open();
                }}
              >
                {words.remove}
              </Button>
            }
          />
        ))}
      </ItemList>
      {chosen && (
        <Dialog
          key={`add ${adding.round}`}
          isOpen={adding.isOpen}
          onOpenChange={(isOpen) => !isOpen && adding.close()}
          title={words.connectTitle(chosen.name)}
          closeLabel={securityTexts.close}
          width="narrow"
        >
          <PasswordStep
            asksFirst
            hint={words.connectHint(chosen.name)}
            confirm={securityTexts.continue}
            onCancel={adding.close}
            onConfirm={(password) => setOut(chosen, password)}
          />
        </Dialog>
      )}
      {leaving && (
        <Dialog
          key={`remove ${removal.round}`}
          isOpen={removal.isOpen}
          onOpenChange={(isOpen) => !isOpen && removal.close()}
          title={words.removeTitle(leaving.name)}
          closeLabel={securityTexts.close}
          width="narrow"
        >
          <PasswordStep
            hint={words.removeHint(nameOf(leaving))}
            confirm={words.remove}
            tone="danger"
            onCancel={removal.close}
            onConfirm={async (password) => {
              await call("POST /user/sign-ins/{id}/remove", { id: leaving.id, password });
              removal.close();
              void client.invalidateQueries({ queryKey: signInsQuery.queryKey });
              notify(words.removed);
            }}
          />
        </Dialog>
      )}
    </SettingCard>
  );
}

function nameOf({ name, address }: SignIn): string {
  return words.name(name, address);
}

/** The browser leaves the page; `/auth/callback` completes the flow. */
async function setOut({ provider }: Provider, password: string): Promise<void> {
  const { url } = await call("POST /user/sign-ins/start", { provider, password });
  recordSocialStart();
  window.location.assign(url);
}
