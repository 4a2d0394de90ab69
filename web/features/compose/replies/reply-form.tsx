import { limits } from "@inlet/contract/limits.ts";
import type { Email } from "@inlet/contract/mail/email.ts";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { DraftFrame, DraftNotice } from "#/features/compose/draft-frame.tsx";
import { ComposeQuestions } from "#/features/compose/compose-questions.tsx";
import type { Question } from "#/features/compose/draft-questions.tsx";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import { editDraft } from "#/features/compose/drafts/writing.ts";
import { AttachmentList } from "#/features/compose/editor/attachment-list.tsx";
import { ComposeText } from "#/features/compose/editor/compose-text.tsx";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { useUploads } from "#/features/compose/editor/uploads.ts";
import { useRichSwitch } from "#/features/compose/editor/use-rich-switch.ts";
import {
  senderFor,
  useFirstSender,
  useSenders,
} from "#/features/compose/recipients/use-senders.ts";
import { withReplyText } from "#/features/compose/replies/begin-reply.ts";
import { ReplyFooter } from "#/features/compose/replies/reply-footer.tsx";
import { ReplySuggestions } from "#/features/compose/replies/reply-suggestions.tsx";
import { textIn } from "#/features/compose/replies/use-card-focus.ts";
import { type OnArchive, useReplySubmit } from "#/features/compose/replies/use-reply-submit.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { useFocusBack } from "#/features/compose/use-focus-back.ts";
import { cn } from "#/lib/class-names.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { FormError } from "#/ui/form/form-error.tsx";

const words = composeTexts.reply;
const minHeightPx = 72;
/** Rich text has its toolbar above the text. */
const minRichHeightPx = 116;

/** The text of a reply with its files and suggestions, and the actions on it. */
export function ReplyForm(props: {
  email: Email;
  draft: Draft;
  card: RefObject<HTMLElement | null>;
  onArchive: OnArchive | undefined;
  onClose: () => void;
}) {
  const { email, draft, onArchive, onClose } = props;
  const { key } = draft;
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { senders, usual, isKnown } = useSenders();
  const isSending = useSending(({ keys }) => keys.includes(key));
  const failure = useSending(({ failures }) => failures[key] ?? "");
  const isUploading = useUploads(({ uploads }) => uploads.some(({ draftKey }) => draftKey === key));
  const [question, setQuestion] = useState<Question>(null);
  const isBlank = ownText(draft) === "" && !draft.html?.includes("<img ");
  const canSend = !isBlank && !isUploading && !isSending;

  useFocusBack(isSending);
  useFirstSender(draft, senderFor(senders, email) ?? usual, isKnown);
  useReplyCaret(draft, area);
  const edit = (change: Partial<Draft>) => {
    clearFailure(key);
    editDraft(key, change);
  };
  const { submit, submitAnyway } = useReplySubmit(draft, {
    canSend,
    onQuestion: setQuestion,
    onSent: onClose,
  });
  const rich = useRichSwitch(draft, edit, setQuestion);
  const sendAndArchive = onArchive && (() => void submit({ onStored: onArchive }));
  const choose = (text: string) => {
    const { content, html } = draft;
    edit(withReplyText(draft, text));
    if (ownText(draft) !== "")
      notifyUndoable(suggestionTexts.replaced, () => editDraft(key, { content, html }));
    textIn(props.card.current)?.focus({ preventScroll: true });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <DraftFrame
      draftKey={key}
      isSending={isSending}
      picker={picker}
      runs={{
        sendArchive: sendAndArchive,
        sendLater: canSend ? () => setQuestion("time") : undefined,
      }}
      onSend={() => void submit()}
      className="flex min-h-0 flex-1 flex-col max-md:short:flex-none"
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-3 max-md:overscroll-contain max-md:short:flex-none max-md:short:overflow-visible">
        <DraftNotice draftKey={key} />
        <FormError>{failure}</FormError>
        <NoSending accountId={draft.accountId ?? email.accountId} onLeave={onClose} />
        <ComposeQuestions
          question={question}
          onAttach={() => {
            setQuestion(null);
            picker.current?.click();
          }}
          onSend={(sendAt) => void submit({ sendAt })}
          onSendAnyway={() => void submitAnyway()}
          onRemind={(remindAfter) => {
            setQuestion(null);
            edit({ remindAfter });
          }}
          onDropRich={rich.drop}
          onCancel={() => setQuestion(null)}
        />
        <form
          id={form}
          noValidate
          inert={isSending}
          onSubmit={handleSubmit}
          className={cn(failure && "mt-3")}
        >
          <ComposeText
            draft={draft}
            text={area}
            isRichFocused
            label={words.label}
            placeholder={words.placeholder}
            minHeightPx={minHeightPx}
            minRichHeightPx={minRichHeightPx}
            maxHeightPx={limits.replyMaxHeightPx}
            onEdit={edit}
          />
          <AttachmentList draft={draft} />
          <ReplySuggestions
            emailId={email.id}
            written={isBlank ? "" : ownText(draft)}
            onChoose={choose}
          />
          <QuoteFold draft={draft} />
          <ReminderLine chosen={draft.remindAfter} onDrop={() => edit({ remindAfter: null })} />
        </form>
      </div>
      <ReplyFooter
        form={form}
        draft={draft}
        canSend={canSend}
        isSending={isSending}
        onAttach={() => picker.current?.click()}
        onRich={rich.toggle}
        onArchive={sendAndArchive}
        onLater={(sendAt) => void submit({ sendAt })}
        onOtherTime={() => setQuestion("time")}
        onOtherReminder={() => setQuestion("reminder")}
        onClose={onClose}
      />
    </DraftFrame>
  );
}

/** Puts the caret above a new signature, or behind the text written so far. */
function useReplyCaret(draft: Draft, area: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const at = draft.content.indexOf(ownText(draft)) + ownText(draft).length;
    area.current?.setSelectionRange(at, at);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each signature that is put in
  }, [draft.signature]);
}
