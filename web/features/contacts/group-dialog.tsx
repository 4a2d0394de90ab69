import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import type { ContactGroup } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const nameMaxLength = 200;

/** Creates or renames a group. */
export function GroupDialog(props: {
  isOpen: boolean;
  /** Null for a new group. */
  group: ContactGroup | null;
  onClose: () => void;
  onSaved: (id: string) => Promise<unknown>;
}) {
  const form = useId();
  const [id] = useState(() => props.group?.id ?? newId());
  const [name, setName] = useState(props.group?.name ?? "");
  const [error, setError] = useState("");
  const [isSaving, setSaving] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setError("");
    setSaving(true);
    try {
      await call("PUT /contact-groups/{id}", { id, name });
      await props.onSaved(id);
      props.onClose();
    } catch (failure) {
      setError(sentenceOf(failure, words.changeFailed));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onClose}
      title={props.group ? words.renameGroup : words.newGroup}
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
          <Field label={words.groupName}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={nameMaxLength}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={props.onClose}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isSaving || name.trim() === ""}
          isBusy={isSaving}
        >
          {isSaving ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
