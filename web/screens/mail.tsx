import { texts } from "#/lib/texts.ts";
import { useAccounts } from "#/state/active-account.ts";
import { setAddingAccount } from "#/state/open-dialogs.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";

/** The mail of one folder: its list and the open mail. */
export function Mail() {
  const { accounts } = useAccounts();
  if (accounts?.length !== 0) return null;
  return (
    <EmptyState
      title={texts.accounts.none}
      hint={texts.accounts.noneHint}
      action={
        <Button tone="primary" onClick={() => setAddingAccount(true)}>
          {texts.accounts.addAccount}
        </Button>
      }
    />
  );
}
