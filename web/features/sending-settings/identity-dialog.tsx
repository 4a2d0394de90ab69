import type { Api } from "@inlet/contract/api.ts";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { sendingTexts } from "#/features/sending-settings/sending-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Switch } from "#/ui/form/switch.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

type Identity = Api["GET /identities"]["output"]["identities"][number];

/** Adds or changes a sender. */
export function IdentityDialog(props: {
  isOpen: boolean;
  /** Null for a new sender. */
  identity: Identity | null;
  /** True if its address is the account's and cannot be changed. */
  isOwn: boolean;
  accounts: readonly { id: string; account_mail: string }[];
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { identity, accounts } = props;
  const form = useId();
  const [id] = useState(() => identity?.id ?? newId());
  const [accountId, setAccountId] = useState<string>(identity?.accountId ?? accounts[0]?.id ?? "");
  const [name, setName] = useState(identity?.name ?? "");
  const [address, setAddress] = useState(identity?.address ?? "");
  const [signature, setSignature] = useState(identity?.signature ?? "");
  const [isDefault, setDefault] = useState(identity?.isDefault ?? false);
  const [error, setError] = useState("");
  const [isSaving, setSaving] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setError("");
    setSaving(true);
    try {
      const saved = { id, accountId, name, address: address.trim(), signature, isDefault };
      await call("PUT /identities/{id}", saved);
      await props.onSaved();
      props.onClose();
    } catch (failure) {
      setError(sentenceOf(failure, sendingTexts.failed));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onClose}
      title={identity ? sendingTexts.editTitle : sendingTexts.addTitle}
      closeLabel={sendingTexts.close}
    >
      <DialogBody>
        <form
          id={form}
          noValidate
          onSubmit={(event) => void handleSubmit(event)}
          className="flex flex-col gap-4"
        >
          <FormError>{error}</FormError>
          {!identity && accounts.length > 1 && (
            <Field label={sendingTexts.account}>
              {(control) => (
                <Select
                  {...control}
                  value={accountId}
                  onChange={(event) => setAccountId(event.target.value)}
                >
                  {accounts.map((account) => (
                    <option key={account.id} value={account.id}>
                      {account.account_mail}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field label={sendingTexts.name}>
            {(control) => (
              <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <Field
            label={sendingTexts.address}
            hint={props.isOwn ? sendingTexts.ownAddress : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                readOnly={props.isOwn}
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
          </Field>
          <Field label={sendingTexts.signature}>
            {(control) => (
              <Textarea
                {...control}
                minHeightPx={96}
                maxHeightPx={240}
                value={signature}
                onChange={(event) => setSignature(event.target.value)}
              />
            )}
          </Field>
          <Switch isOn={isDefault} onChange={setDefault} label={sendingTexts.isDefault} />
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={props.onClose}>
          {sendingTexts.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isSaving || address.trim() === ""}
          isBusy={isSaving}
        >
          {isSaving ? sendingTexts.saving : sendingTexts.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
