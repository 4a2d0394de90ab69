import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import {
  type AccountFields,
  isAddress,
  isComplete,
  noFields,
  requestOf,
  withFound,
} from "#/features/accounts/account-fields.ts";
import { LoginFields } from "#/features/accounts/login-fields.tsx";
import { OutgoingFields } from "#/features/accounts/outgoing-fields.tsx";
import { useDiscovery } from "#/features/accounts/use-discovery.ts";
import { texts } from "#/lib/texts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form-error.tsx";

/** Connects a mailbox. The servers are found from the address; the login is tried before anything is saved. */
export function AddAccountDialog(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={texts.addAccount.title}
      description={texts.addAccount.hint}
      closeLabel={texts.close}
    >
      <AddAccountForm onAdded={() => props.onOpenChange(false)} />
    </Dialog>
  );
}

function AddAccountForm({ onAdded }: { onAdded: () => void }) {
  const form = useId();
  const client = useQueryClient();
  const discovery = useDiscovery();
  const [fields, setFields] = useState(noFields);
  const touched = useRef(new Set<keyof AccountFields>());
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  const edit = (change: Partial<AccountFields>) => {
    // Safe: the keys of a partial AccountFields are keys of AccountFields.
    for (const key of Object.keys(change)) touched.current.add(key as keyof AccountFields);
    setError("");
    setFields((before) => ({ ...before, ...change }));
  };
  const look = async (): Promise<AccountFields> => {
    if (!isAddress(fields.mail)) return fields;
    const found = await discovery.discover(fields.mail.trim());
    if (!found) return fields;
    setFields((before) => withFound(before, found, touched.current));
    return withFound(fields, found, touched.current);
  };
  const add = async () => {
    setBusy(true);
    setError("");
    try {
      // Sent with the Enter key, the form may still be waiting for the servers.
      const complete = isComplete(fields) ? fields : await look();
      if (!isComplete(complete)) {
        setError(texts.addAccount.fieldsRequired);
        return;
      }
      await call("POST /imap/add", requestOf(complete));
      await client.invalidateQueries({ queryKey: queryKeys.accounts });
      void client.invalidateQueries({ queryKey: queryKeys.folders });
      void client.invalidateQueries({ queryKey: queryKeys.lists });
      onAdded();
    } catch (failure) {
      setError((failure instanceof Error && failure.message) || texts.addAccount.failed);
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void add();
  };

  return (
    <>
      <DialogBody>
        <FormError>{error}</FormError>
        <form id={form} noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col gap-4">
          <LoginFields
            fields={fields}
            discovery={discovery.state}
            onEdit={edit}
            onAddressEdited={discovery.forget}
            onAddressDone={() => void look()}
          />
          <OutgoingFields
            fields={fields}
            found={discovery.state.kind === "found" ? discovery.state.settings : null}
            onEdit={edit}
          />
        </form>
      </DialogBody>
      <DialogFooter>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
          className="min-w-32 max-sm:w-full"
        >
          {isBusy ? texts.addAccount.submitting : texts.addAccount.submit}
        </Button>
      </DialogFooter>
    </>
  );
}
