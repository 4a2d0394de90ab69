import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import type { UndoId } from "@inlet/contract/ids.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { ColorChoice } from "#/features/filing/color-choice.tsx";
import { ConfirmDialog } from "#/features/filing/confirm-dialog.tsx";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useLabels } from "#/state/view/labels.ts";
import type { LabelQuestion } from "#/state/commands/open-dialogs.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = filingTexts.label;

/** Dialogs to rename, recolor or delete a label. */
export function LabelQuestions(props: {
  isOpen: boolean;
  /** Kept while its dialog closes. */
  label: LabelQuestion;
  onClose: () => void;
  /** Called when its messages are under another name, or under none. */
  onMoved: (from: string, to: string | null) => void;
}) {
  const { isOpen, label, onClose } = props;
  const client = useQueryClient();
  const labels = useLabels();
  const name = useRef<HTMLInputElement>(null);
  const remove = async () => {
    onClose();
    const { name: gone } = label;
    const color = labels.find(({ name: known }) => known === gone)?.color ?? "default";
    try {
      // Remove it from the messages first, because that can be undone.
      const { undoId } = await call("POST /email/bulk", {
        matching: { label: gone },
        change: { labels: { add: [], remove: [gone] } },
      });
      await call("DELETE /email/labels/{name}", { name: gone });
      props.onMoved(gone, null);
      notifyUndoable(
        words.removed(gone),
        () => void putBack(client, { name: gone, color }, undoId),
      );
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    } finally {
      reread(client);
    }
  };
  if (label.question === "remove") {
    return (
      <ConfirmDialog
        isOpen={isOpen}
        title={words.removeTitle(label.name)}
        question={words.removeQuestion}
        confirm={words.removeConfirm}
        onClose={onClose}
        onConfirm={() => void remove()}
      />
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      title={label.name ? words.changeTitle : words.newTitle}
      closeLabel={texts.close}
      width="narrow"
      initialFocus={name}
    >
      <LabelForm label={label.name} field={name} onMoved={props.onMoved} onDone={onClose} />
    </Dialog>
  );
}

function LabelForm(props: {
  /** Empty for a new label. */
  label: string;
  field: React.RefObject<HTMLInputElement | null>;
  onMoved: (from: string, to: string) => void;
  onDone: () => void;
}) {
  const { label } = props;
  const form = useId();
  const client = useQueryClient();
  const known = useLabels().find(({ name }) => name === label);
  const [typed, setTyped] = useState(label);
  const [color, setColor] = useState<LabelColor>(known?.color ?? "default");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const changeBack = async (before: { name: string; color: LabelColor; newName?: string }) => {
    try {
      await call("PUT /email/labels/{name}", before);
      if (before.newName) props.onMoved(before.name, before.newName);
    } catch (failure) {
      warn(sentenceOf(failure, words.failed));
    } finally {
      reread(client);
    }
  };
  const save = async () => {
    const name = typed.trim();
    if (!name) return setError(words.missing);
    if (isBusy) return;
    setBusy(true);
    const isRenamed = label !== "" && name !== label;
    const asked = { name: label || name, color, ...(isRenamed && { newName: name }) };
    try {
      await call("PUT /email/labels/{name}", asked);
      if (isRenamed) props.onMoved(label, name);
      if (label) {
        const before = {
          name,
          color: known?.color ?? "default",
          ...(isRenamed && { newName: label }),
        };
        notifyUndoable(words.changed(label), () => void changeBack(before));
      }
      props.onDone();
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
      reread(client);
    }
  };
  return (
    <>
      <DialogBody>
        <FormError>{error}</FormError>
        <form id={form} action={() => void save()} noValidate className="flex flex-col gap-4">
          <Field label={words.name}>
            {(control) => (
              <Input
                {...control}
                ref={props.field}
                autoComplete="off"
                maxLength={100}
                value={typed}
                onChange={({ target }) => {
                  setError("");
                  setTyped(target.value);
                }}
              />
            )}
          </Field>
          <div className="flex items-center justify-between gap-3 text-control text-ink-2">
            {words.color}
            <ColorChoice color={color} onChange={setColor} />
          </div>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onDone}>{texts.cancel}</Button>
        <Button tone="primary" type="submit" form={form} disabled={isBusy}>
          {words.save}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Restores a deleted label, and the messages that had it. */
async function putBack(
  client: QueryClient,
  label: { name: string; color: LabelColor },
  undoId: UndoId | null,
): Promise<void> {
  try {
    await call("PUT /email/labels/{name}", label);
    if (undoId) await call("POST /email/undo", { undoId });
  } catch (error) {
    warn(sentenceOf(error, words.failed));
  } finally {
    reread(client);
  }
}

/** All messages with the label look different now. */
function reread(client: QueryClient): void {
  const { labels, lists, emails, threads } = queryKeys;
  for (const queryKey of [labels, lists, emails, threads])
    void client.invalidateQueries({ queryKey });
}
