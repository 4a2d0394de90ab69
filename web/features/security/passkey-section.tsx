import type { PasskeyView } from "@inlet/contract/auth/passkeys.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { passkeysQuery } from "#/api/security-queries.ts";
import { AddPasskeyDialog } from "#/features/security/add-passkey-dialog.tsx";
import { Item, ItemList } from "#/features/security/item-list.tsx";
import { ListError } from "#/features/security/list-error.tsx";
import { passkeyTexts as words } from "#/features/security/passkey-texts.ts";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { canHavePasskeys } from "#/lib/can-have-passkeys.ts";
import { fullDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog } from "#/ui/dialog.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** The passkeys that sign in without a password. */
export function PasskeySection() {
  const client = useQueryClient();
  const now = useNow();
  const { data: passkeys = [], error, refetch } = useQuery(passkeysQuery);
  const adding = useOpening();
  const removal = useOpening();
  const [leaving, setLeaving] = useState<PasskeyView | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  const canAdd = canHavePasskeys();
  return (
    <SettingCard
      title={words.title}
      hint={canAdd ? words.hint : words.unavailable}
      actions={canAdd && <Button onClick={adding.open}>{words.add}</Button>}
    >
      <ListError error={passkeys.length === 0 ? error : null} onRetry={refetch} />
      <ItemList label={words.list}>
        {passkeys.map((passkey) => (
          <Item
            key={passkey.id}
            icon={KeyRound}
            name={passkey.name}
            detail={
              passkey.lastUsedAt === null
                ? words.added(timeAgo(passkey.createdAt, now))
                : words.lastUsed(timeAgo(passkey.lastUsedAt, now))
            }
            detailTitle={fullDate(passkey.lastUsedAt ?? passkey.createdAt)}
            action={
              <Button
                tone="quiet"
                aria-label={words.removeName(passkey.name)}
                onClick={() => {
                  setLeaving(passkey);
                  removal.open();
                }}
              >
                {words.remove}
              </Button>
            }
          />
        ))}
      </ItemList>
      <AddPasskeyDialog
        key={`add ${adding.round}`}
        isOpen={adding.isOpen}
        onClose={adding.close}
        onAdded={refresh}
      />
      {leaving && (
        <RemoveDialog
          key={`remove ${removal.round}`}
          passkey={leaving}
          isOpen={removal.isOpen}
          onClose={removal.close}
          onRemoved={refresh}
        />
      )}
    </SettingCard>
  );
}

function RemoveDialog(props: {
  passkey: PasskeyView;
  isOpen: boolean;
  onClose: () => void;
  onRemoved: () => unknown;
}) {
  const { id, name } = props.passkey;
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.removeTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      <PasswordStep
        hint={words.removeHint(name)}
        confirm={words.remove}
        tone="danger"
        onCancel={props.onClose}
        onConfirm={async (password) => {
          await call("POST /user/passkeys/{id}/remove", { id, password });
          props.onClose();
          props.onRemoved();
          notify(words.removed);
        }}
      />
    </Dialog>
  );
}
