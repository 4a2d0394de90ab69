import { useRef, useState } from "react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { fieldValue, snoozeTimes } from "#/features/filing/snooze-times.ts";
import { comingDate } from "#/lib/dates.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { MailAction } from "#/state/changes/mail-actions.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const { snooze } = filingTexts;

/** Asks for the time until which messages are snoozed. */
export function SnoozeDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onFile: (action: MailAction) => void;
}) {
  const [now] = useState(() => new Date());
  const [error, setError] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  const times = snoozeTimes(now);
  const until = (at: Date) => {
    const iso = at.toISOString();
    props.onFile({
      change: { snoozeUntil: iso },
      doneText: snooze.done(comingDate(iso, now)),
    });
  };
  const submit = (form: FormData) => {
    const field = form.get("at");
    const at = new Date(typeof field === "string" ? field : "");
    if (at > new Date()) until(at);
    else setError(snooze.past);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={snooze.title}
      closeLabel={texts.close}
      width="narrow"
      initialFocus={first}
    >
      <DialogBody className="px-3 pb-4">
        <ul>
          {times.map(({ label, at }, index) => (
            <li key={label}>
              <button
                ref={index === 0 ? first : undefined}
                type="button"
                onClick={() => until(at)}
                className="flex h-10 w-full items-center justify-between gap-4 rounded-control px-2 text-ui transition-colors hover:bg-hover coarse:h-12"
              >
                <span>{label}</span>
                <span className="text-control text-ink-3 tabular">
                  {comingDate(at.toISOString(), now)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <form action={submit} className="mt-2 flex flex-col gap-3 border-t border-line px-2 pt-4">
          {error && <FormError>{error}</FormError>}
          <div className="flex items-end gap-2">
            <Field label={snooze.pick} className="flex-1">
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  name="at"
                  required
                  min={fieldValue(now)}
                  defaultValue={fieldValue(times.at(-1)?.at ?? now)}
                />
              )}
            </Field>
            <Button type="submit" size="large">
              {snooze.submit}
            </Button>
          </div>
        </form>
      </DialogBody>
    </Dialog>
  );
}
