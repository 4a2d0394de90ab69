import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { AttachmentList } from "#/features/compose/attachment-list.tsx";
import { ComposeHead } from "#/features/compose/compose-head.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { closeDraft, type Draft, editDraft, isReady, useDrafts } from "#/features/compose/draft.ts";
import { isSendKey } from "#/features/compose/send-key.ts";
import { useAttachments } from "#/features/compose/use-attachments.ts";
import { type Outgoing, useSend } from "#/features/compose/use-send.ts";
import { useAccounts } from "#/state/active-account.ts";
import { refreshLists } from "#/state/refresh-lists.ts";
import { tell, warn } from "#/state/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form-error.tsx";
import { Textarea } from "#/ui/textarea.tsx";

/** Writes a mail. Closing the window keeps what was written until it is sent or discarded. */
export function ComposeDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const attachments = useAttachments();
  // Closing the window does not stop a mail that is on its way, and must not let it leave twice.
  const sending = useSend();
  const [error, setError] = useState("");
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = props.isOpen;
  }, [props.isOpen]);
  const handleFailure = (message: string) => {
    setError(message);
    if (isShown.current) return;
    warn(composeTexts.failed, {
      label: composeTexts.open,
      onAction: () => props.onOpenChange(true),
    });
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={composeTexts.title}
      closeLabel={composeTexts.close}
      width="wide"
    >
      <ComposeForm
        attachments={attachments}
        sending={sending}
        error={error}
        onEdited={() => setError("")}
        onFailed={handleFailure}
        onClose={() => props.onOpenChange(false)}
      />
    </Dialog>
  );
}

function ComposeForm(props: {
  attachments: ReturnType<typeof useAttachments>;
  sending: ReturnType<typeof useSend>;
  /** Why the last try failed. */
  error: string;
  onEdited: () => void;
  onFailed: (message: string) => void;
  onClose: () => void;
}) {
  const { attachments, onClose, onEdited } = props;
  const form = useId();
  const client = useQueryClient();
  const draft = useDrafts(({ compose }) => compose);
  const { sending } = useAccounts();
  const accountId = draft.accountId ?? sending?.id ?? null;
  const { isSending, send } = props.sending;
  const canSend = isReady(draft) && attachments.isReady && accountId !== null && !isSending;

  const edit = (change: Partial<Draft>) => {
    onEdited();
    editDraft(change);
  };
  const submit = async () => {
    if (!canSend || accountId === null) return;
    onEdited();
    try {
      if (!(await send(outgoing(draft, accountId, attachments.ids)))) return;
    } catch (failure) {
      props.onFailed((failure instanceof Error && failure.message) || composeTexts.failed);
      return;
    }
    tell(composeTexts.sent);
    closeDraft();
    attachments.clear();
    onClose();
    void refreshLists(client, null);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    void submit();
  };
  const handleDiscard = () => {
    onEdited();
    closeDraft();
    attachments.clear();
    onClose();
  };

  return (
    <>
      <DialogBody>
        <FormError>{props.error}</FormError>
        <form id={form} noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
          <ComposeHead draft={draft} accountId={accountId} onEdit={edit} />
          <Textarea
            isBare
            aria-label={composeTexts.content}
            placeholder={composeTexts.contentPlaceholder}
            minHeightPx={limits.composeMinHeightPx}
            maxHeightPx={limits.composeMaxHeightPx}
            value={draft.content}
            onChange={(event) => edit({ content: event.target.value })}
            className="mt-3 leading-6"
          />
          <AttachmentList
            files={attachments.files}
            onRemove={attachments.remove}
            onRetry={attachments.retry}
          />
        </form>
      </DialogBody>
      <DialogFooter>
        <AttachButton onChoose={attachments.add} />
        <Button tone="quiet" size="large" disabled={isSending} onClick={handleDiscard}>
          {composeTexts.discard}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={!canSend}
          isBusy={isSending}
          className="min-w-28"
        >
          {isSending ? composeTexts.sending : composeTexts.send}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Opens the browser's own window for choosing files. */
function AttachButton({ onChoose }: { onChoose: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={composeTexts.attach}
        onChange={(event) => {
          onChoose(event.target.files ?? []);
          // The same file can be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      <Button
        tone="quiet"
        size="large"
        className="mr-auto -ml-2"
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} strokeWidth={1.75} aria-hidden="true" />
        {composeTexts.attach}
      </Button>
    </>
  );
}

function outgoing(draft: Draft, accountId: string, attachments: string[]): Outgoing {
  const cc = draft.cc.trim();
  const bcc = draft.bcc.trim();
  return {
    accountId,
    to: draft.to.trim(),
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    subject: draft.subject.trim(),
    content: draft.content.trim(),
    ...(draft.inReplyTo && { inReplyTo: draft.inReplyTo }),
    ...(attachments.length > 0 && { attachments }),
  };
}
