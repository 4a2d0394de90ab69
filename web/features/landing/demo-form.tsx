import { limits } from "@inlet/contract/limits.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { calendarFile } from "#/features/landing/calendar-file.ts";
import { demoSlots } from "#/features/landing/demo-slots.ts";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { locale } from "#/lib/locale.ts";
import { Button, ButtonLink } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const texts = landingTexts.talk;

/** Form for a name, an address and a time of a talk, and the result of the request. */
export function DemoForm({ onDone }: { onDone: () => void }) {
  const [days] = useState(() => demoSlots(new Date()));
  const [day, setDay] = useState(days[0]?.day ?? "");
  const [startsAt, setStartsAt] = useState<Date | undefined>(days[0]?.slots[0]?.startsAt);
  const [fields, setFields] = useState({ name: "", email: "", note: "" });
  const [error, setError] = useState("");
  const [state, setState] = useState<"open" | "busy" | "stored">("open");
  const place = useRef<HTMLFormElement>(null);
  // The dialog is open before the form is loaded.
  useEffect(() => place.current?.querySelector("input")?.focus(), []);

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const slots = days.find((each) => each.day === day)?.slots ?? [];
  const edit = (change: Partial<typeof fields>) => {
    setError("");
    setFields({ ...fields, ...change });
  };
  const ask = async () => {
    if (!startsAt) return;
    setState("busy");
    setError("");
    try {
      const input = { ...fields, startsAt: startsAt.toISOString(), zone: timeZone };
      await call("POST /meta/demo", input, { isAnonymous: true });
      setState("stored");
    } catch (failure) {
      setError(failure instanceof ApiFailure ? failure.message : texts.failed);
      setState("open");
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state === "open") void ask();
  };

  if (state === "stored" && startsAt) return <Stored startsAt={startsAt} onDone={onDone} />;
  return (
    <form ref={place} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div>
        <h2 className="text-title font-semibold tracking-[-0.02em]">{texts.title}</h2>
        <p className="mt-1 text-control text-ink-3">
          {texts.hint} {timeZone}.
        </p>
      </div>
      <FormError>{error}</FormError>
      <Field label={texts.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            maxLength={limits.nameMaxLength}
            value={fields.name}
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </Field>
      <Field label={texts.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={fields.email}
            onChange={({ target }) => edit({ email: target.value })}
          />
        )}
      </Field>
      <Choices
        name={texts.day}
        choices={days.map(({ day: key, label }) => ({ key, label }))}
        chosen={day}
        onChoose={(next) => {
          setDay(next);
          setStartsAt(days.find((each) => each.day === next)?.slots[0]?.startsAt);
        }}
      />
      <Choices
        name={texts.time}
        choices={slots.map((slot) => ({ key: slot.startsAt.toISOString(), label: slot.label }))}
        chosen={startsAt?.toISOString() ?? ""}
        onChoose={(next) => setStartsAt(new Date(next))}
      />
      <Field label={texts.note}>
        {(control) => (
          <Textarea
            {...control}
            name="note"
            maxHeightPx={160}
            maxLength={limits.demoNoteMaxLength}
            value={fields.note}
            onChange={({ target }) => edit({ note: target.value })}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" size="large" isBusy={state === "busy"}>
        {state === "busy" ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

/** A row of choices; one is selected. */
function Choices(props: {
  name: string;
  choices: { key: string; label: string }[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-control font-medium text-ink-2">{props.name}</legend>
      <div className="flex flex-wrap gap-1.5">
        {props.choices.map(({ key, label }) => (
          <label
            key={key}
            className="relative grid h-8 place-items-center rounded-full border border-line px-3 text-control tabular transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent coarse:h-11"
          >
            <input
              type="radio"
              name={props.name}
              value={key}
              checked={key === props.chosen}
              onChange={() => props.onChoose(key)}
              className="absolute inset-0 opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Confirms exactly the part of the request that was done. */
function Stored({ startsAt, onDone }: { startsAt: Date; onDone: () => void }) {
  const [now] = useState(() => new Date());
  const file = calendarFile(startsAt, texts.event, now);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      <h2 className="serif pe-8 text-title">{texts.storedTitle}</h2>
      <p className="text-ui font-semibold">{format.format(startsAt)}</p>
      <p className="text-control text-ink-2">{texts.stored}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink
          href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
          download="inlet-demo.ics"
          size="large"
        >
          {texts.calendar}
        </ButtonLink>
        <Button size="large" tone="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}
