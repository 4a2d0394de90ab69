import type { Rule, RuleActions } from "@inlet/contract/ai/rules.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { ActionFields } from "#/features/rules/action-fields.tsx";
import { rulesQuery } from "#/features/rules/rule-queries.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { Trial, useTrial } from "#/features/rules/trial.tsx";
import { newId } from "#/lib/new-id.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const words = ruleTexts.editor;

/** Editor of a rule: a sentence, Inlet's interpretation of it, and a preview of its matches, before it is enabled. */
export function RuleEditor({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const client = useQueryClient();
  const form = useId();
  const [id] = useState(() => rule?.id ?? newId());
  const [text, setText] = useState(rule?.text ?? "");
  const [query, setQuery] = useState(rule?.query ?? "");
  const [actions, setActions] = useState<RuleActions>(rule?.actions ?? {});
  /** The part below is shown after the sentence was read for the first time. */
  const [isRead, setRead] = useState(rule !== null);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState<"reading" | "saving" | null>(null);
  const [error, setError] = useState("");
  const trial = useTrial(isRead ? query : "");

  const during = async (what: "reading" | "saving", work: () => Promise<void>) => {
    setError("");
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      setError(sentenceOf(failure, pageTexts.failed.title));
    } finally {
      setBusy(null);
    }
  };
  const read = () =>
    during("reading", async () => {
      const found = await call("POST /rules/read", { text });
      setQuery(found.query);
      setActions(found.actions);
      setNote(
        found.unread.length > 0
          ? words.unread(found.unread)
          : found.model && words.byModel(found.model),
      );
      setRead(true);
    });
  const save = () =>
    during("saving", async () => {
      await call("PUT /rules/{id}", { id, text, query, actions, isOn: rule?.isOn ?? true });
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      onClose();
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void (isRead ? save() : read());
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={rule ? words.changeTitle : words.newTitle}
      closeLabel={words.close}
      width="wide"
      isFullOnPhone
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          <Field label={words.sentence} hint={words.sentenceHint}>
            {(control) => (
              <Textarea
                {...control}
                maxHeightPx={160}
                maxLength={500}
                value={text}
                // A rule is a single sentence: a line break becomes a space.
                onChange={({ target }) => setText(target.value.replaceAll(/[\r\n]+/g, " "))}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  if (text.trim()) void read();
                }}
              />
            )}
          </Field>
          {isRead && (
            <>
              {note && (
                <p role="status" className="rounded-control bg-sunken px-3 py-2 text-control">
                  {note}
                </p>
              )}
              <Field label={words.query} hint={words.queryHint}>
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono text-control"
                    spellCheck={false}
                    value={query}
                    onChange={({ target }) => setQuery(target.value)}
                  />
                )}
              </Field>
              <ActionFields actions={actions} onChange={setActions} />
              <Trial trial={trial} />
            </>
          )}
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          tone={isRead ? "plain" : "primary"}
          size="large"
          disabled={text.trim() === "" || busy !== null}
          isBusy={busy === "reading"}
          onClick={() => void read()}
        >
          {busy === "reading" ? words.reading : isRead ? words.readAgain : words.read}
        </Button>
        {isRead && (
          <Button
            type="submit"
            form={form}
            tone="primary"
            size="large"
            disabled={busy !== null || !trial.isSeen || Object.keys(actions).length === 0}
            isBusy={busy === "saving"}
          >
            {busy === "saving" ? words.saving : rule ? words.save : words.switchOn}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
