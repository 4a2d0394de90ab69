import type { Api } from "@inlet/contract/api.ts";
import type { MessageId } from "@inlet/contract/ids.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { eventFile, type EventToSave } from "#/features/reader/invitations/event-file.ts";
import { eventTexts as words } from "#/features/reader/invitations/event-texts.ts";
import { isoDay } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { WhenInput } from "#/ui/form/when-input.tsx";

type Proposed = NonNullable<Api["GET /email/{emailId}/event"]["output"]["event"]>;

/** The meeting in a message, which the user can edit and save to a calendar or as a file. */
export function EventDialog(props: {
  emailId: MessageId;
  event: Proposed;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { emailId, event } = props;
  const { data } = useQuery({ ...integrationsQuery, enabled: props.isOpen });
  const calendars = ofKind(data, "calendar").filter(
    ({ state }) => state === "active" || state === "failed",
  );
  const [draft, setDraft] = useState<Draft>({
    title: event.title,
    place: event.place,
    day: event.start.slice(0, 10),
    start: event.start.slice(11),
    end: event.end.slice(11),
  });
  const [chosenId, setChosenId] = useState("");
  const [problemText, setProblemText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const calendar = calendars.find(({ id }) => id === chosenId) ?? calendars[0];

  const withEvent = async (work: (keep: EventToSave) => Promise<void> | void) => {
    setProblemText("");
    try {
      await work(read(draft));
      props.onClose();
    } catch (error) {
      setProblemText(sentenceOf(error, words.notAdded));
    }
  };
  const add = () =>
    withEvent(async ({ startsAt, endsAt, title, place }) => {
      if (!calendar) return;
      setBusy(true);
      try {
        await call("POST /email/{emailId}/event", {
          emailId,
          integrationId: calendar.id,
          title,
          place,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
        });
        notify(words.added(calendar.name));
      } finally {
        setBusy(false);
      }
    });

  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.open}
      description={words.hint}
      closeLabel={texts.close}
    >
      <DialogBody className="flex flex-col gap-4">
        <EventFields draft={draft} onChange={setDraft} />
        {calendars.length > 1 && (
          <Field label={words.calendar}>
            {(control) => (
              <Select
                {...control}
                value={calendar?.id ?? ""}
                onChange={({ target }) => setChosenId(target.value)}
              >
                {calendars.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {data && calendars.length === 0 && (
          <p className="text-control text-ink-2">{words.noCalendar}</p>
        )}
        {problemText && (
          <p role="alert" className="text-control text-danger">
            {problemText}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => void withEvent((keep) => save(event.uid, keep))}>
          {words.save}
        </Button>
        {calendar && (
          <Button tone="primary" disabled={isBusy} onClick={() => void add()}>
            {words.add}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

interface Draft {
  title: string;
  place: string;
  day: string;
  start: string;
  end: string;
}

function EventFields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const input = (name: keyof Draft, label: string, type = "text") => (
    <Field label={label} className="flex-1">
      {(control) => (
        <Input
          {...control}
          type={type}
          maxLength={200}
          autoComplete="off"
          value={draft[name]}
          onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
        />
      )}
    </Field>
  );
  const [firstDay] = useState(() => new Date(`${draft.day}T00:00`));
  return (
    <>
      {input("title", words.title)}
      <div className="flex flex-wrap gap-4">
        <div className="flex min-w-40 flex-2">
          <Field label={words.day} className="flex-1">
            {(control) => (
              <WhenInput
                {...control}
                day="coming"
                start={firstDay}
                onChange={(at) => onChange({ ...draft, day: at ? isoDay(at) : "" })}
              />
            )}
          </Field>
        </div>
        <div className="flex min-w-60 flex-3 gap-4">
          {input("start", words.start, "time")}
          {input("end", words.end, "time")}
        </div>
      </div>
      {input("place", words.place)}
    </>
  );
}

const nightMs = 12 * 3600_000;

/** Parses the fields in this device's time zone. Throws a user-readable message if one is missing. */
function read({ title, place, day, start, end }: Draft): EventToSave {
  if (title.trim() === "") throw new Error(words.noTitle);
  const startsAt = new Date(`${day}T${start}`);
  const endsAt = new Date(`${day}T${end}`);
  // An event that begins in the evening may end after midnight.
  const isNight = endsAt <= startsAt;
  if (isNight) endsAt.setDate(endsAt.getDate() + 1);
  const ms = endsAt.getTime() - startsAt.getTime();
  // An invalid time fails every comparison, and hours in the wrong order do not count as a night.
  if (!(ms > 0) || (isNight && ms > nightMs)) throw new Error(words.noTime);
  return { title: title.trim(), place: place.trim(), startsAt, endsAt };
}

function save(uid: string, keep: EventToSave): void {
  const file = new Blob([eventFile(uid, keep, new Date())], { type: "text/calendar" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = "event.ics";
  link.click();
  // The download has started with the click and needs the URL no longer.
  URL.revokeObjectURL(url);
}
