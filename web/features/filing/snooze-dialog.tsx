import { type KeyboardEvent, useRef, useState } from "react";
import { besideButton } from "#/features/filing/beside.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { snoozeTimes } from "#/features/filing/snooze-times.ts";
import { snoozeUntil } from "#/features/filing/snooze-until.ts";
import { comingDate } from "#/lib/dates.ts";
import { whenTexts } from "#/lib/when-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { MailAction } from "#/state/changes/mail-actions.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { WhenInput } from "#/ui/form/when-input.tsx";
import { Kbd } from "#/ui/kbd.tsx";

const { snooze } = filingTexts;

/** Asks for the time until which messages are snoozed: in words, or one of the usual times by its number. */
export function SnoozeDialog(props: {
  isOpen: boolean;
  emailId: string | undefined;
  onClose: () => void;
  onFile: (action: MailAction) => void;
}) {
  const [now] = useState(() => new Date());
  const [beside] = useState(() => besideButton("snooze", props.emailId));
  const [typed, setTyped] = useState<Date | null>(null);
  const [error, setError] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const times = snoozeTimes(now);
  const until = (at: Date) => props.onFile(snoozeUntil(at, now));
  const submit = () => {
    if (typed === null) setError(whenTexts.unreadable);
    else if (typed > new Date()) until(typed);
    else setError(snooze.past);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const controls = [
      ...(body.current?.querySelectorAll<HTMLElement>("input[name], li button") ?? []),
    ];
    const at = controls.findIndex((control) => control === target);
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && at >= 0) {
      event.preventDefault();
      controls[(at + step + controls.length) % controls.length]?.focus();
    }
    if (target instanceof HTMLInputElement) return;
    const chosen = times[Number(key) - 1];
    if (chosen) {
      event.preventDefault();
      until(chosen.at);
    } else if (/^\p{L}$/u.test(key)) {
      // A letter begins the words in the field, which receives this key too.
      controls[0]?.focus();
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={snooze.title}
      closeLabel={texts.close}
      width="narrow"
      beside={beside}
      initialFocus={first}
    >
      <DialogBody className="px-3 pb-3">
        {/* The keys of the choices work on each of them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as said above */}
        <div ref={body} onKeyDown={handleKeyDown}>
          <form action={submit} className="flex flex-col gap-2 border-b border-line px-2 pb-3">
            {error && <FormError>{error}</FormError>}
            <div className="flex items-end gap-2">
              <Field label={snooze.pick} className="flex-1">
                {(control) => (
                  <WhenInput
                    {...control}
                    name="at"
                    start={null}
                    onChange={(at) => {
                      setError("");
                      setTyped(at);
                    }}
                  />
                )}
              </Field>
              <Button type="submit" size="large">
                {snooze.submit}
              </Button>
            </div>
            <output className="min-h-4 text-label text-ink-3 tabular">
              {typed && comingDate(typed.toISOString(), now)}
            </output>
          </form>
          <ul aria-label={snooze.choices} className="pt-2">
            {times.map(({ label, at }, index) => (
              <li key={label}>
                <button
                  ref={index === 0 ? first : undefined}
                  type="button"
                  aria-keyshortcuts={`${index + 1}`}
                  onClick={() => until(at)}
                  className="flex h-9 w-full items-center gap-3 rounded-control px-2 text-ui transition-colors hover:bg-hover coarse:h-12"
                >
                  <span className="flex-1 text-start">{label}</span>
                  <span className="text-control text-ink-3 tabular">
                    {comingDate(at.toISOString(), now)}
                  </span>
                  <span aria-hidden="true" className="flex coarse:hidden">
                    <Kbd>{index + 1}</Kbd>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <p className="px-2 pt-2 text-label text-ink-3 coarse:hidden">{snooze.keys}</p>
        </div>
      </DialogBody>
    </Dialog>
  );
}
