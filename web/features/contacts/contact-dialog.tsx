import type { Api } from "@inlet/contract/api.ts";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import type { Contact, ContactGroup } from "#/api/contact-queries.ts";
import { AddressRows, addressesOf, rowsOf } from "#/features/contacts/address-rows.tsx";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const nameMaxLength = 200;
const notesMaxLength = 4000;

/** Adds or changes a contact, including its groups. */
export function ContactDialog(props: {
  isOpen: boolean;
  /** Null for a new contact. */
  contact: Contact | null;
  groups: readonly ContactGroup[];
  /** The group of a new contact. */
  groupId: string | null;
  onClose: () => void;
  /** Called with the contact as it was stored. */
  onSaved: (contact: Contact) => Promise<unknown>;
  onRemove: (contact: Contact) => void;
}) {
  const { contact, groups } = props;
  const form = useId();
  const [id] = useState(() => contact?.id ?? newId());
  const [name, setName] = useState(contact?.name ?? "");
  const [organization, setOrganization] = useState(contact?.organization ?? "");
  const [rows, setRows] = useState(() => rowsOf(contact?.addresses ?? []));
  const [notes, setNotes] = useState(contact?.notes ?? "");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(contact?.groupIds ?? (props.groupId === null ? [] : [props.groupId])),
  );
  const [error, setError] = useState("");
  const [isSaving, setSaving] = useState(false);
  const addresses = addressesOf(rows);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setError("");
    setSaving(true);
    try {
      const saved = await saveContact(
        { id, name, organization, notes, addresses },
        { groups, before: contact?.groupIds ?? [], chosen },
      );
      await props.onSaved(saved);
      props.onClose();
    } catch (failure) {
      setError(sentenceOf(failure, words.changeFailed));
    } finally {
      setSaving(false);
    }
  };
  const choose = (groupId: string, isMember: boolean) => {
    const next = new Set(chosen);
    if (isMember) next.add(groupId);
    else next.delete(groupId);
    setChosen(next);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onClose}
      title={contact ? words.editTitle : words.addTitle}
      closeLabel={words.close}
    >
      <DialogBody>
        <form
          id={form}
          noValidate
          onSubmit={(event) => void handleSubmit(event)}
          className="flex flex-col gap-4"
        >
          <FormError>{error}</FormError>
          <Field label={words.name}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={nameMaxLength}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <AddressRows rows={rows} onChange={setRows} />
          <Field label={words.organization}>
            {(control) => (
              <Input
                {...control}
                value={organization}
                maxLength={nameMaxLength}
                onChange={(event) => setOrganization(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.notes}>
            {(control) => (
              <Textarea
                {...control}
                minHeightPx={64}
                maxHeightPx={200}
                value={notes}
                maxLength={notesMaxLength}
                onChange={(event) => setNotes(event.target.value)}
              />
            )}
          </Field>
          {groups.length > 0 && <GroupChoices groups={groups} chosen={chosen} onChoose={choose} />}
        </form>
      </DialogBody>
      <DialogFooter>
        {contact && (
          <Button
            tone="quiet"
            size="large"
            className="me-auto hover:text-danger"
            onClick={() => props.onRemove(contact)}
          >
            {words.remove}
          </Button>
        )}
        <Button tone="quiet" size="large" onClick={props.onClose}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isSaving || (name.trim() === "" && addresses.length === 0)}
          isBusy={isSaving}
        >
          {isSaving ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The groups of the address book that the contact is in. */
function GroupChoices(props: {
  groups: readonly ContactGroup[];
  chosen: ReadonlySet<string>;
  onChoose: (groupId: string, isMember: boolean) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-control font-medium text-ink-2">{words.groups}</legend>
      <div className="flex max-h-40 flex-col overflow-y-auto">
        {props.groups.map((group) => (
          <Checkbox
            key={group.id}
            isChecked={props.chosen.has(group.id)}
            onChange={(isMember) => props.onChoose(group.id, isMember)}
            label={<bdi className="truncate text-control">{group.name}</bdi>}
            className="min-h-8 coarse:min-h-11"
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Saves a contact, and its membership in each group where it changed; returns it as it is then stored. */
async function saveContact(
  contact: Api["PUT /contacts/{id}"]["input"],
  membership: {
    groups: readonly ContactGroup[];
    before: readonly string[];
    chosen: ReadonlySet<string>;
  },
): Promise<Contact> {
  const { contact: saved } = await call("PUT /contacts/{id}", contact);
  for (const { id } of membership.groups) {
    const isMember = membership.chosen.has(id);
    if (isMember === membership.before.includes(id)) continue;
    await call("PUT /contact-groups/{id}/members/{contactId}", {
      id,
      contactId: contact.id,
      isMember,
    });
  }
  const groupIds = membership.groups.map(({ id }) => id).filter((id) => membership.chosen.has(id));
  return { ...saved, groupIds };
}
