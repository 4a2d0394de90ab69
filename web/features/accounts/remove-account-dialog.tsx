import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { outboxQuery } from "#/api/writing-queries.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

/** Asks before an account is deleted; after the active one, the first remaining account becomes active. */
export function RemoveAccountDialog(props: {
  isOpen: boolean;
  /** Kept while the dialog closes. */
  account: Account | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { accounts, activeId } = useAccounts();
  const cancel = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  const close = () => {
    setError("");
    props.onClose();
  };
  const remove = async (account: Account) => {
    setBusy(true);
    setError("");
    try {
      await call("DELETE /imap/{id}", { id: account.id });
      const rest = accounts?.filter(({ id }) => id !== account.id) ?? [];
      if (activeId === account.id) chooseAccount(rest[0]?.id ?? null);
      await client.invalidateQueries({ queryKey: queryKeys.accounts });
      for (const queryKey of [queryKeys.folders, queryKeys.lists, queryKeys.searches]) {
        void client.invalidateQueries({ queryKey });
      }
      close();
    } catch (failure) {
      setError(sentenceOf(failure, pageTexts.failed.title));
    } finally {
      setBusy(false);
    }
  };

  const { account } = props;
  const { data: outgoing = [] } = useQuery({ ...outboxQuery, enabled: props.isOpen });
  const unsent = outgoing.filter(
    ({ state, draft }) => draft.accountId === account?.id && state === "queued",
  ).length;
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={accountTexts.remove.title}
      description={account?.account_mail}
      closeLabel={texts.close}
      role="alertdialog"
      width="narrow"
      initialFocus={cancel}
    >
      <DialogBody className="flex flex-col gap-3">
        <FormError>{error}</FormError>
        <p className="text-ui">{accountTexts.remove.question}</p>
        <p className="text-control text-ink-3">{accountTexts.remove.hint}</p>
        {unsent > 0 && (
          <p role="status" className="text-control text-danger">
            {accountTexts.remove.unsent(unsent)}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} onClick={close}>
          {texts.cancel}
        </Button>
        <Button
          tone="danger"
          disabled={isBusy}
          isBusy={isBusy}
          onClick={() => account && void remove(account)}
        >
          {isBusy ? accountTexts.remove.removing : accountTexts.remove.confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
