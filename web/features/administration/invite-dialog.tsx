import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ShownLink } from "#/features/administration/shown-link.tsx";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { FormFooter } from "#/ui/form/form-footer.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";

const words = adminTexts.registration;
const lasting = [1, 7, 30, 90];

/** Creates a link that lets one person sign up, and shows it. */
export function InviteDialog(props: {
  sendsMail: boolean;
  isOpen: boolean;
  onClose: () => void;
  onCreated: () => unknown;
}) {
  const form = useId();
  const [email, setEmail] = useState("");
  const [days, setDays] = useState(7);
  const [wantsMail, setWantsMail] = useState(true);
  const [url, setUrl] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const canMail = props.sendsMail && email.trim() !== "";
  const make = async () => {
    setBusy(true);
    setError("");
    try {
      const request = { email: email.trim(), days, isMailed: canMail && wantsMail };
      setUrl((await call("POST /admin/invitations", request)).url);
      props.onCreated();
    } catch (failure) {
      setError(sentenceOf(failure, adminTexts.failed));
    }
    setBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void make();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={url ? words.made : words.create}
      closeLabel={adminTexts.close}
    >
      {url ? (
        <ShownLink url={url} hint={words.madeHint} onDone={props.onClose} />
      ) : (
        <>
          <DialogBody>
            <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
              <FormError>{error}</FormError>
              <Field label={words.email} hint={words.emailHint}>
                {(control) => (
                  <Input
                    {...control}
                    type="email"
                    autoComplete="off"
                    value={email}
                    onChange={({ target }) => setEmail(target.value)}
                  />
                )}
              </Field>
              <Field label={words.days}>
                {(control) => (
                  <Select
                    {...control}
                    value={days}
                    onChange={({ target }) => setDays(Number(target.value))}
                  >
                    {lasting.map((count) => (
                      <option key={count} value={count}>
                        {words.dayCount(count)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              {canMail && (
                <Checkbox isChecked={wantsMail} onChange={setWantsMail} label={words.mailed} />
              )}
            </form>
          </DialogBody>
          <FormFooter
            form={form}
            submit={words.make}
            words={{ cancel: adminTexts.cancel, busy: adminTexts.saving }}
            isBusy={isBusy}
            onCancel={props.onClose}
          />
        </>
      )}
    </Dialog>
  );
}
