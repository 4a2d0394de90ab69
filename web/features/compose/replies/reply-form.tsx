import type { Email } from "@inlet/contract/mail/email.ts";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Question } from "#/features/compose/compose-questions.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import { attachFiles, editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { AttachmentList } from "#/features/compose/editor/attachment-list.tsx";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { useUploads } from "#/features/compose/editor/uploads.ts";
import { useGivenFiles } from "#/features/compose/editor/use-dropped-files.ts";
import { useRichSwitch } from "#/features/compose/editor/use-rich-switch.ts";
import {
  senderFor,
  useFirstSender,
  useSenders,
} from "#/features/compose/recipients/use-senders.ts";
import { withReplyText } from "#/features/compose/replies/begin-reply.ts";
import { ReplyFooter } from "#/features/compose/replies/reply-footer.tsx";
import { ReplyQuestions } from "#/features/compose/replies/reply-questions.tsx";
import { ReplySuggestions } from "#/features/compose/replies/reply-suggestions.tsx";
import { ReplyText } from "#/features/compose/replies/reply-text.tsx";
import { textIn } from "#/features/compose/replies/use-card-focus.ts";
import { type OnArchive, useReplySubmit } from "#/features/compose/replies/use-reply-submit.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import { isSendKey } from "#/features/compose/send/send-key.ts";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { useFocusBack } from "#/features/compose/use-focus-back.ts";
import { cn } from "#/lib/class-names.ts";
import { pressWithin } from "#/state/commands/commands.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { FormError } from "#/ui/form/form-error.tsx";

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
  const notice = useWriting(({ notices }) => notices[key]);
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
  const attach = (files: Iterable<File>) => {
    if (isSending) return;
    const given = Array.from(files, (file) => ({ file, cid: null }));
    attachFiles(key, given);
  };
  const sendAndArchive = onArchive && (() => void submit(onArchive));
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
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    void submit();
  };
  const handleCommandKey = (event: KeyboardEvent) => {
    const runs = { sendArchive: sendAndArchive, attach: () => picker.current?.click() };
    if (isSending || !pressWithin(event.nativeEvent, runs)) return;
    event.preventDefault();
    // The editor would handle some keys in another way.
    event.stopPropagation();
  };
  const { isDropping, handlers } = useGivenFiles(attach);
  return (
    // Files may be dropped and pasted, and the keys for sending pressed, anywhere in the card.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as said above
    <div
      className="flex min-h-0 flex-1 flex-col max-md:short:flex-none"
      onKeyDownCapture={handleCommandKey}
      onKeyDown={handleKeyDown}
      {...handlers}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-3 max-md:overscroll-contain max-md:short:flex-none max-md:short:overflow-visible">
        {notice && (
          <p role="status" className="mb-2 rounded-control bg-selected px-3 py-2 text-control">
            {composeTexts.notice[notice]}
          </p>
        )}
        <FormError>{failure}</FormError>
        <NoSending accountId={draft.accountId ?? email.accountId} onLeave={onClose} />
        <ReplyQuestions
          question={question}
          onAttach={() => {
            setQuestion(null);
            picker.current?.click();
          }}
          onSend={() => void submitAnyway()}
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
          <ReplyText draft={draft} area={area} onEdit={edit} />
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
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={composeTexts.attach}
        onChange={(event) => {
          attach(event.target.files ?? []);
          // Resetting allows the same file to be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      <ReplyFooter
        form={form}
        draft={draft}
        canSend={canSend}
        isSending={isSending}
        onAttach={() => picker.current?.click()}
        onRich={rich.toggle}
        onArchive={sendAndArchive}
        onClose={onClose}
      />
      {isDropping && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-card border-2 border-dashed border-accent bg-raised/90 text-ui font-medium text-accent-ink">
          {composeTexts.dropHere}
        </div>
      )}
    </div>
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
