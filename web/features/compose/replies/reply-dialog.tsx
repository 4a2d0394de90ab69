import type { Email } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { Archive, ChevronDown } from "lucide-react";
import { beginReply, openInFull } from "#/features/compose/replies/begin-reply.ts";
import { besideSend } from "#/features/compose/send/send-button-style.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, ownText } from "#/features/compose/drafts/draft.ts";
import type { SaveState } from "#/features/compose/drafts/draft-saver.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { othersOf } from "#/features/compose/replies/other-recipients.ts";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { recipientOf } from "#/features/compose/recipients/recipient.ts";
import { ReminderChoices, ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import { replySubject } from "#/features/compose/replies/reply-subject.ts";
import { sendDraft } from "#/features/compose/send/send-draft.ts";
import { isSendKey } from "#/features/compose/send/send-key.ts";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { ReplySuggestions } from "#/features/compose/replies/reply-suggestions.tsx";
import { withSignature } from "#/features/compose/editor/signature.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { useFocusBack } from "#/features/compose/use-focus-back.ts";
import {
  senderFor,
  useFirstSender,
  useSenders,
} from "#/features/compose/recipients/use-senders.ts";
import { editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { cn } from "#/lib/class-names.ts";
import { pressWithin } from "#/state/commands/commands.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const words = composeTexts.reply;

/** The dialog for a reply to the sender or to all. The reply is a draft until it is sent. */
export function ReplyDialog(props: {
  email: Email;
  isToAll: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Archives the answered message, if possible; returns a function that undoes it. */
  onArchive: ((isQuiet: boolean) => (() => void) | undefined) | undefined;
}) {
  const { email, isToAll, isOpen } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(isOpen);
  const { own } = useSenders();
  const key = useWriting(({ replyKeys }) => replyKeys[email.id] ?? "");
  const draft = useWriting(({ drafts }) => drafts[key]);
  const others = isToAll ? othersOf(email, own) : [];
  const recipients = email.replyTo.map(recipientOf);
  const othersWritten = others.join(", ");
  useEffect(() => {
    wasOpen.current = isOpen;
    if (isOpen) beginReply(email, othersWritten ? [othersWritten] : []);
  }, [isOpen, email, othersWritten]);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={props.onOpenChange}
      title={words.title(recipients.map(({ name }) => name).join(", "))}
      description={
        <>
          <span className="line-clamp-2 wrap-anywhere">{replySubject(email.subject)}</span>
          {/* A name alone proves nothing: the recipient's address is always shown. */}
          <span className="block wrap-anywhere">
            {words.to(recipients.map(({ address }) => address).join(", "))}
          </span>
          {others.length > 0 && (
            <span className="block wrap-anywhere">
              {words.cc(others.map((each) => recipientOf(each).address).join(", "))}
            </span>
          )}
        </>
      }
      closeLabel={composeTexts.close}
      width="wide"
      initialFocus={area}
    >
      {draft && (
        <ReplyForm
          key={draft.key}
          email={email}
          draft={draft}
          area={area}
          onArchive={props.onArchive}
          isShown={() => wasOpen.current}
          onClose={() => props.onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function ReplyForm(props: {
  email: Email;
  draft: Draft;
  area: React.RefObject<HTMLTextAreaElement | null>;
  onArchive: ((isQuiet: boolean) => (() => void) | undefined) | undefined;
  isShown: () => boolean;
  onClose: () => void;
}) {
  const { email, draft, onArchive, onClose } = props;
  const { key } = draft;
  const form = useId();
  const client = useQueryClient();
  const { senders, usual, isKnown } = useSenders();
  const sender = senderFor(senders, email) ?? usual;
  const isSending = useSending(({ keys }) => keys.includes(key));
  const failure = useSending(({ failures }) => failures[key] ?? "");
  const notice = useWriting(({ notices }) => notices[key]);
  const state = useWriting(({ states }) => states[key] ?? "none");
  const shortcut = useShortcut("sendArchive");
  const isBlank = ownText(draft) === "";
  useFocusBack(isSending);
  useFirstSender(draft, sender, isKnown);

  useEffect(() => {
    // The caret goes above the signature.
    if (draft.signature && isBlank) props.area.current?.setSelectionRange(0, 0);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each signature that is put in
  }, [draft.signature]);

  const submit = async (onStored?: typeof onArchive) => {
    if (isBlank || isSending) return;
    const isSent = await sendDraft(client, draft, {
      texts: words,
      onStored,
      isShown: props.isShown,
    });
    if (isSent) onClose();
    // The dialog stays open with its text and shows the reason.
    else if (props.isShown()) warn(words.failed);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const sendAndArchive = onArchive && (() => void submit(onArchive));
  const choose = (text: string) => {
    const { content, signature } = draft;
    clearFailure(key);
    editDraft(key, { content: withSignature(text, "", signature ?? "") });
    if (!isBlank) notifyUndoable(suggestionTexts.replaced, () => editDraft(key, { content }));
    props.area.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (pressWithin(event.nativeEvent, { sendArchive: sendAndArchive })) event.preventDefault();
    else if (isSendKey(event)) {
      event.preventDefault();
      void submit();
    }
  };

  return (
    <>
      <DialogBody>
        {notice && (
          <p role="status" className="mb-2 rounded-control bg-selected px-3 py-2 text-control">
            {composeTexts.notice[notice]}
          </p>
        )}
        <FormError>{failure}</FormError>
        <NoSending accountId={draft.accountId ?? email.accountId} onLeave={onClose} />
        <form
          id={form}
          noValidate
          inert={isSending}
          onSubmit={handleSubmit}
          className={cn(failure && "mt-3")}
        >
          <Textarea
            ref={props.area}
            aria-label={words.label}
            placeholder={words.placeholder}
            minHeightPx={144}
            maxHeightPx={limits.replyMaxHeightPx}
            value={draft.content}
            onChange={(event) => {
              clearFailure(key);
              editDraft(key, { content: event.target.value });
            }}
            onKeyDown={handleKeyDown}
          />
          <ReplySuggestions
            emailId={email.id}
            written={isBlank ? "" : ownText(draft)}
            onChoose={choose}
          />
          <QuoteFold draft={draft} />
          <ReminderLine
            chosen={draft.remindAfter}
            onDrop={() => {
              clearFailure(key);
              editDraft(key, { remindAfter: null });
            }}
          />
        </form>
      </DialogBody>
      <ReplyFooter
        form={form}
        draft={draft}
        state={state}
        isBlank={isBlank}
        isSending={isSending}
        shortcut={shortcut}
        onArchive={sendAndArchive}
        onClose={onClose}
      />
    </>
  );
}

/** The actions on the reply, and the state of its save. */
function ReplyFooter(props: {
  /** Id of the form that "Send" submits. */
  form: string;
  draft: Draft;
  state: SaveState;
  isBlank: boolean;
  isSending: boolean;
  /** Keys of "Send and archive". */
  shortcut: ReturnType<typeof useShortcut>;
  /** Sends the reply and archives the answered message. */
  onArchive: (() => void) | undefined;
  onClose: () => void;
}) {
  const { form, draft, state, isBlank, isSending, shortcut, onClose } = props;
  return (
    <DialogFooter>
      <span className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 text-label text-ink-3 max-sm:grow max-sm:basis-0">
        <span className="max-sm:hidden">{words.hint}</span>
        <button
          type="button"
          disabled={isSending}
          onClick={() => {
            openInFull(draft.key);
            onClose();
          }}
          className="min-h-6 rounded-control underline-offset-2 hover:text-ink hover:underline coarse:min-h-11"
        >
          {words.full}
        </button>
        <span>{composeTexts.state[state]}</span>
      </span>
      {/* A phone lacks the space, and the close button does the same. */}
      <Button tone="quiet" size="large" onClick={onClose} className="max-sm:hidden">
        {composeTexts.cancel}
      </Button>
      <span className="flex">
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isBlank || isSending}
          isBusy={isSending}
          className="min-w-32 rounded-e-none max-sm:min-w-0"
        >
          {isSending ? composeTexts.sending : words.send}
        </Button>
        <Menu
          label={words.otherWays}
          isDisabled={isBlank || isSending}
          button={<ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />}
          className={besideSend}
        >
          {props.onArchive && (
            <button type="button" {...menuItem} onClick={props.onArchive}>
              <MenuIcon>
                <Archive strokeWidth={1.75} aria-hidden="true" />
              </MenuIcon>
              <span className="flex-1">{words.sendArchive}</span>
              {shortcut && (
                <span className="ps-4 text-label text-ink-3 coarse:hidden">{shortcut}</span>
              )}
            </button>
          )}
          <ReminderChoices
            chosen={draft.remindAfter}
            onChoose={(remindAfter) => editDraft(draft.key, { remindAfter })}
          />
        </Menu>
      </span>
    </DialogFooter>
  );
}
