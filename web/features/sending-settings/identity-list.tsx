import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { identitiesQuery } from "#/api/writing-queries.ts";
import { IdentityDialog } from "#/features/sending-settings/identity-dialog.tsx";
import { sendingTexts } from "#/features/sending-settings/sending-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

type Identity = Api["GET /identities"]["output"]["identities"][number];

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The identities that the user can send as, each with its signature. */
export function IdentityList() {
  const client = useQueryClient();
  const { accounts = [] } = useAccounts();
  const { data: identities = [] } = useQuery(identitiesQuery);
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Identity | null>(null);
  // The dialog starts from scratch each time it opens.
  const [round, setRound] = useState(0);
  if (accounts.length === 0 || identities.length === 0) return null;
  const edit = (identity: Identity | null) => {
    setEdited(identity);
    setRound(round + 1);
    setOpen(true);
  };
  const refresh = () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey });
  const putBack = async (identity: Identity) => {
    try {
      await call("PUT /identities/{id}", identity);
    } catch (error) {
      warn(sentenceOf(error, sendingTexts.failed));
    } finally {
      await refresh();
    }
  };
  const remove = async (identity: Identity) => {
    try {
      await call("DELETE /identities/{id}", { id: identity.id });
      notifyUndoable(sendingTexts.removed, () => void putBack(identity));
    } catch (error) {
      warn(sentenceOf(error, sendingTexts.failed));
    } finally {
      await refresh();
    }
  };
  return (
    <SettingCard
      title={sendingTexts.identities}
      hint={sendingTexts.identitiesHint}
      actions={
        <Button onClick={() => edit(null)}>
          <Plus {...icon} />
          {sendingTexts.add}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {identities.map((identity) => (
          <li key={identity.id} className="flex items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 text-label">
              <p className="truncate text-ui font-medium">
                {identity.name || identity.address}
                {identity.isDefault && hasSeveral(identity, identities) && (
                  <Badge className="ms-2 bg-selected px-2 text-accent-ink">
                    {sendingTexts.usual}
                  </Badge>
                )}
              </p>
              <p className="truncate text-ink-3">{identity.address}</p>
              {identity.signature && (
                <p className="mt-1 line-clamp-2 whitespace-pre-line text-ink-2">
                  {identity.signature}
                </p>
              )}
            </div>
            <IconButton
              label={sendingTexts.edit(identity.address)}
              icon={<Pencil {...icon} />}
              onClick={() => edit(identity)}
            />
            {!isOwn(identity, accounts) && (
              <IconButton
                label={sendingTexts.remove(identity.address)}
                icon={<Trash2 {...icon} />}
                onClick={() => void remove(identity)}
                className="hover:text-danger"
              />
            )}
          </li>
        ))}
      </ul>
      <IdentityDialog
        key={round}
        isOpen={isOpen}
        identity={edited}
        isOwn={edited !== null && isOwn(edited, accounts)}
        accounts={accounts}
        onClose={() => setOpen(false)}
        onSaved={refresh}
      />
    </SettingCard>
  );
}

/** Returns true if the account of the sender has another one: a choice of one needs no mark. */
function hasSeveral({ accountId }: Identity, identities: readonly Identity[]): boolean {
  return identities.filter((each) => each.accountId === accountId).length > 1;
}

/** Returns true for the account's own address, which is always one of its senders. */
function isOwn(
  identity: Identity,
  accounts: readonly { id: string; account_mail: string }[],
): boolean {
  return accounts.some(
    ({ id, account_mail: mail }) =>
      id === identity.accountId && mail.toLowerCase() === identity.address.toLowerCase(),
  );
}
