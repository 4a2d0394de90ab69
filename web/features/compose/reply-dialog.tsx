import type { Email } from "@inlet/contract/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { editReply, useDrafts } from "#/features/compose/draft.ts";
import { quoteOf, withQuote } from "#/features/compose/quote.ts";
import { recipientOf } from "#/features/compose/recipient.ts";
import { replySubject } from "#/features/compose/reply-subject.ts";
import { isSendKey } from "#/features/compose/send-key.ts";
import { useSend } from "#/features/compose/use-send.ts";
import { fullDate } from "#/lib/dates.ts";
import { tell, warn } from "#/state/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Textarea } from "#/ui/textarea.tsx";

const words = composeTexts.reply;

/** Answers one mail. What was begun is kept for that mail until it is sent. */
export function ReplyDialog(props: {
  email: Email;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  // Closing the window does not stop an answer that is on its way, and must not let it leave twice.
  const { isSending, send } = useSend();
  const recipients = props.email.replyTo.map(recipientOf);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={words.title(recipients.map(({ name }) => name).join(", "))}
      description={
        <>
          <span className="line-clamp-2 wrap-anywhere">{replySubject(props.email.subject)}</span>
          {/* A name alone proves nothing: where the answer goes is always shown. */}
          <span className="block wrap-anywhere">
            {words.to(recipients.map(({ address }) => address).join(", "))}
          </span>
        </>
      }
      closeLabel={composeTexts.close}
      width="wide"
      initialFocus={area}
    >
      <ReplyForm
        email={props.email}
        area={area}
        isSending={isSending}
        send={send}
        onClose={() => props.onOpenChange(false)}
      />
    </Dialog>
  );
}

function ReplyForm(props: {
  email: Email;
  area: React.RefObject<HTMLTextAreaElement | null>;
  isSending: boolean;
  send: ReturnType<typeof useSend>["send"];
  onClose: () => void;
}) {
  const { email, isSending, send, onClose } = props;
  const form = useId();
  const content = useDrafts(({ replies }) => replies[email.id] ?? "");
  const quote = quoteOf({
    when: fullDate(email.emailDate),
    who: email.fromName[0] ?? email.fromAddress[0] ?? "",
    text: email.bodyPlain,
  });
  const isBlank = content.trim() === "";

  const submit = async () => {
    if (isBlank || isSending) return;
    try {
      const isMine = await send({
        accountId: email.accountId,
        to: email.replyTo,
        subject: replySubject(email.subject),
        content: withQuote(content, quote),
        inReplyTo: email.id,
      });
      if (!isMine) return;
    } catch {
      // The dialog stays with its text; the catalogue has one sentence for every reason.
      warn(words.failed);
      return;
    }
    tell(words.sent);
    editReply(email.id, "");
    onClose();
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

  return (
    <>
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit}>
          <Textarea
            ref={props.area}
            aria-label={words.label}
            placeholder={words.placeholder}
            minHeightPx={144}
            maxHeightPx={limits.replyMaxHeightPx}
            value={content}
            onChange={(event) => editReply(email.id, event.target.value)}
            onKeyDown={handleKeyDown}
          />
          <Quote text={quote} />
        </form>
      </DialogBody>
      <DialogFooter>
        <span className="mr-auto text-label text-ink-3 max-sm:hidden">{words.hint}</span>
        <Button tone="quiet" size="large" onClick={onClose}>
          {composeTexts.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isBlank || isSending}
          isBusy={isSending}
          className="min-w-32"
        >
          {isSending ? composeTexts.sending : words.send}
        </Button>
      </DialogFooter>
    </>
  );
}

/** What will stand below the answer, folded. */
function Quote({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="min-h-6 rounded-control text-label text-ink-3 underline-offset-2 hover:text-ink hover:underline coarse:min-h-11"
      >
        {isOpen ? words.hideQuote : words.showQuote}
      </button>
      {isOpen && (
        <pre className="mt-2 max-h-48 overflow-y-auto border-l-2 border-line pl-3 font-sans text-control whitespace-pre-wrap text-ink-3">
          {text}
        </pre>
      )}
    </div>
  );
}
