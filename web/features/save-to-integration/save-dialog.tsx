import type { Api } from "@inlet/contract/api.ts";
import { MessageId } from "@inlet/contract/ids.ts";
import { saveLimits } from "@inlet/contract/integrations/save-limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { trackSave } from "#/features/save-to-integration/follow-save.ts";
import { saveTexts as words } from "#/features/save-to-integration/save-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { closeSaving, type SaveKind, useSaveQuestion } from "#/state/view/save-to-integration.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

type Proposal = Api["GET /email/{emailId}/save"]["output"];

/** Asks for the details to save to another service; suggestions from the message are filled in. */
export function SaveDialog() {
  const { asked, isOpen } = useSaveQuestion();
  if (asked === null) return null;
  const { kind } = asked;
  const service = words.services[kind];
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && closeSaving()}
      title={words.title(service)}
      description={words.hint[kind]}
      closeLabel={texts.close}
    >
      <Asked key={asked.count} emailId={MessageId.parse(asked.emailId)} kind={kind} />
    </Dialog>
  );
}

function Asked({ emailId, kind }: { emailId: MessageId; kind: SaveKind }) {
  const service = words.services[kind];
  const { data, error } = useQuery({
    queryKey: ["save-proposal", emailId, kind],
    queryFn: ({ signal }) => call("GET /email/{emailId}/save", { emailId, kind }, { signal }),
    // Places, and the items saved to them, change outside of this page.
    staleTime: 0,
    gcTime: 0,
  });
  if (error && !data) {
    return (
      <DialogBody>
        <FormError>{error.message || words.loadFailed}</FormError>
      </DialogBody>
    );
  }
  if (!data) return <Waiting />;
  if (data.targets.length === 0) return <NotConnected service={service} />;
  return <SaveForm emailId={emailId} service={service} proposal={data} />;
}

function Waiting() {
  return (
    <DialogBody className="flex flex-col gap-4 pb-6">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-20 w-full" />
    </DialogBody>
  );
}

function NotConnected({ service }: { service: string }) {
  const navigate = useNavigate();
  const open = () => {
    closeSaving();
    void navigate({ to: "/app/settings", search: { tab: "integrations" } });
  };
  return (
    <>
      <DialogBody>
        <p className="text-ui">{words.none(service)}</p>
        <p className="mt-1 text-control text-ink-3">{words.noneHint}</p>
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={open}>
          {words.toSettings}
        </Button>
      </DialogFooter>
    </>
  );
}

function SaveForm(props: { emailId: MessageId; service: string; proposal: Proposal }) {
  const { emailId, service, proposal } = props;
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  // The dialog opens before its fields exist: a keyboard user continues in the first field.
  useEffect(() => first.current?.select(), []);
  const [integrationId, setIntegrationId] = useState(proposal.targets[0]?.id);
  const [title, setTitle] = useState(proposal.title);
  const [due, setDue] = useState(proposal.due ?? "");
  const [list, setList] = useState(proposal.checklist.join("\n"));
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const target = proposal.targets.find(({ id }) => id === integrationId);
  const save = async () => {
    const checklist = itemsOf(list);
    if (integrationId === undefined) return;
    if (title.trim() === "") return setError(words.missing);
    if (checklist.length > saveLimits.items) return setError(words.tooMany(saveLimits.items));
    setBusy(true);
    setError("");
    try {
      const task = { title: title.trim(), due: due || null, checklist };
      await call("POST /email/{emailId}/save", { emailId, integrationId, ...task });
      closeSaving();
      void trackSave({ emailId, integrationId }, service);
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    }
    setBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <>
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          <Field label={words.name}>
            {(control) => (
              <Input
                {...control}
                ref={first}
                dir="auto"
                required
                maxLength={saveLimits.titleLength}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={words.place}>
              {(control) => (
                <Select
                  {...control}
                  value={integrationId}
                  onChange={(event) => {
                    const chosen = proposal.targets.find(({ id }) => id === event.target.value);
                    setIntegrationId(chosen?.id);
                  }}
                >
                  {proposal.targets.map(({ id, name, target: at }) => (
                    <option key={id} value={id}>
                      {at ? `${name} (${at})` : name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={words.due}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={due}
                  onChange={(event) => setDue(event.target.value)}
                />
              )}
            </Field>
          </div>
          <Field label={words.checklist} hint={words.checklistHint}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                minHeightPx={84}
                maxHeightPx={220}
                value={list}
                onChange={(event) => setList(event.target.value)}
              />
            )}
          </Field>
          {target?.saved?.state === "saved" && (
            <p role="status" className="rounded-control bg-sunken px-3 py-2 text-control">
              {words.alreadySaved}{" "}
              {/^https?:/i.test(target.saved.link) && (
                <a
                  href={target.saved.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-ink underline"
                >
                  {words.open}
                </a>
              )}
            </p>
          )}
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={closeSaving}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
        >
          {isBusy ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </>
  );
}

function itemsOf(list: string): string[] {
  const lines = list.split("\n").map((line) => line.trim().slice(0, saveLimits.itemLength).trim());
  return lines.filter((line) => line !== "");
}
