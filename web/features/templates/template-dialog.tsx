import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import type { Api } from "@inlet/contract/api.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { templateTexts as words } from "#/features/templates/template-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

export type Template = Api["GET /ai/templates"]["output"]["templates"][number];

/** Adds or changes a template. */
export function TemplateDialog(props: {
  isOpen: boolean;
  /** Null for a new template. */
  template: Template | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { template } = props;
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [id] = useState(() => template?.id ?? newId());
  const [name, setName] = useState(template?.name ?? "");
  const [subject, setSubject] = useState(template?.subject ?? "");
  const [body, setBody] = useState(template?.body ?? "");
  const [error, setError] = useState("");
  const [isSaving, setSaving] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setError("");
    setSaving(true);
    try {
      await call("PUT /ai/templates/{id}", { id, name, subject, body });
      await props.onSaved();
      props.onClose();
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setSaving(false);
    }
  };
  const insert = (placeholder: string) => {
    const { selectionStart: start = body.length, selectionEnd: end = body.length } =
      area.current ?? {};
    setBody(body.slice(0, start) + placeholder + body.slice(end));
    area.current?.focus();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onClose}
      title={template ? words.editTitle : words.addTitle}
      closeLabel={words.close}
      width="wide"
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
                maxLength={aiLimits.templateNameMaxLength}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.subject} hint={words.subjectHint}>
            {(control) => (
              <Input
                {...control}
                value={subject}
                maxLength={aiLimits.templateSubjectMaxLength}
                onChange={(event) => setSubject(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.body} hint={words.freeHint}>
            {(control) => (
              <Textarea
                {...control}
                ref={area}
                minHeightPx={160}
                maxHeightPx={320}
                value={body}
                maxLength={aiLimits.templateBodyMaxLength}
                onChange={(event) => setBody(event.target.value)}
              />
            )}
          </Field>
          <p className="flex flex-wrap items-center gap-2 text-label text-ink-3">
            <span className="max-sm:basis-full">{words.placeholders}</span>
            {Object.values(words.placeholder).map((placeholder) => (
              <Button key={placeholder} onClick={() => insert(placeholder)} className="h-7 px-2">
                {placeholder}
              </Button>
            ))}
          </p>
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
          disabled={isSaving || name.trim() === "" || body.trim() === ""}
          isBusy={isSaving}
        >
          {isSaving ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
