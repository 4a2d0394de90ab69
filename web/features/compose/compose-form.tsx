import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { AttachmentList } from "#/features/compose/editor/attachment-list.tsx";
import { ComposeFooter } from "#/features/compose/compose-footer.tsx";
import { ComposeHead } from "#/features/compose/compose-head.tsx";
import { ComposeQuestions, type Question } from "#/features/compose/compose-questions.tsx";
import { ComposeText } from "#/features/compose/editor/compose-text.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { discard, minimize } from "#/features/compose/drafts/composer.ts";
import { type Draft, isReady } from "#/features/compose/drafts/draft.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import { pressWithin, type Runs } from "#/state/commands/commands.ts";
import { isSendKey } from "#/features/compose/send/send-key.ts";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { useFirstCaret } from "#/features/compose/editor/use-first-caret.ts";
import { useGivenFiles } from "#/features/compose/editor/use-dropped-files.ts";
import { useFocusBack } from "#/features/compose/use-focus-back.ts";
import { useRichSwitch } from "#/features/compose/editor/use-rich-switch.ts";
import { useSubmit } from "#/features/compose/send/use-submit.ts";
import { useTemplates } from "#/features/compose/editor/use-templates.ts";
import { useUploads } from "#/features/compose/editor/uploads.ts";
import {
  chooseSender,
  senderOf,
  useFirstSender,
  useSenders,
} from "#/features/compose/recipients/use-senders.ts";
import { attachFiles, editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { cn } from "#/lib/class-names.ts";
import { DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";

const TemplatePanel = lazy(async () => {
  const { TemplatePanel: Part } = await import("#/features/compose/editor/template-panel.tsx");
  return { default: Part };
});

/** The message that is being written, with all its controls, below the head of its window. */
export function ComposeForm(props: {
  draft: Draft;
  head: ReactNode;
  to: RefObject<HTMLInputElement | null>;
  text: RefObject<HTMLTextAreaElement | null>;
}) {
  const { draft, text } = props;
  const { key } = draft;
  const form = useId();
  const { senders, usual, isKnown } = useSenders();
  const sender = senderOf(senders, draft) ?? usual;
  const failure = useSending(({ failures }) => failures[key] ?? "");
  const isSending = useSending(({ keys }) => keys.includes(key));
  const isUploading = useUploads(({ uploads }) => uploads.some(({ draftKey }) => draftKey === key));
  const notice = useWriting(({ notices }) => notices[key]);
  const state = useWriting(({ states }) => states[key] ?? "none");
  const [question, setQuestion] = useState<Question>(null);
  const picker = useRef<HTMLInputElement>(null);
  const canSend = isReady(draft) && !isUploading && draft.accountId !== null && !isSending;

  useFocusBack(isSending);
  useFirstSender(draft, sender, isKnown);
  useFirstCaret(draft, text);
  const edit = (change: Partial<Draft>) => {
    clearFailure(key);
    editDraft(key, change);
  };
  const { submit, submitAnyway } = useSubmit(draft, canSend, setQuestion);
  const rich = useRichSwitch(draft, edit, setQuestion);
  const templates = useTemplates(draft, text, edit);
  const attach = (files: Iterable<File>) => {
    if (isSending) return;
    attachFiles(
      key,
      Array.from(files, (file) => ({ file, cid: null })),
    );
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const runs: Runs = {
    // In rich text, the same keys insert a link.
    palette: draft.html === null ? templates.toggle : undefined,
    addCc: () => edit({ hasCc: true }),
    addBcc: () => edit({ hasBcc: true }),
    attach: () => picker.current?.click(),
    sendLater: canSend ? () => setQuestion("time") : undefined,
    discard: () => discard(key),
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    submit();
  };
  const handleCommandKey = (event: KeyboardEvent) => {
    if (isSending || !pressWithin(event.nativeEvent, runs)) return;
    event.preventDefault();
    // The editor would handle some keys in another way.
    event.stopPropagation();
  };
  const { isDropping, handlers } = useGivenFiles(attach);

  return (
    // Files may be dropped and pasted, and the keys for sending pressed, anywhere in the window.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as said above
    <div
      className="relative flex min-h-0 flex-1 flex-col short:flex-none"
      onKeyDownCapture={handleCommandKey}
      onKeyDown={handleKeyDown}
      {...handlers}
    >
      {props.head}
      <DialogBody className="flex flex-col">
        <FormError>{failure}</FormError>
        <NoSending accountId={sender?.accountId ?? ""} onLeave={() => minimize(key)} />
        {notice && <DraftNotice>{composeTexts.notice[notice]}</DraftNotice>}
        <ComposeQuestions
          question={question}
          onAttach={() => {
            setQuestion(null);
            picker.current?.click();
          }}
          onSend={submit}
          onSendAnyway={submitAnyway}
          onDropRich={rich.drop}
          onRemind={(by) => {
            setQuestion(null);
            edit({ remindAfter: by });
          }}
          onCancel={() => setQuestion(null)}
        />
        <form
          id={form}
          noValidate
          // The form must show the text that was handed over: text typed after that would be lost with the draft.
          inert={isSending}
          onSubmit={handleSubmit}
          className={cn("flex flex-1 flex-col", failure && "mt-2")}
        >
          <ComposeHead
            to={props.to}
            draft={draft}
            senders={senders}
            sender={sender}
            onSender={(next) => chooseSender(key, next, sender)}
            onEdit={edit}
          />
          <ComposeText
            draft={draft}
            text={text}
            isRichFocused={rich.wantsRich}
            onEdit={edit}
            onKeyDown={templates.handleKeyDown}
          />
          {templates.panel && (
            <Suspense>
              <TemplatePanel {...templates.panel} />
            </Suspense>
          )}
          <QuoteFold draft={draft} />
          <AttachmentList draft={draft} />
          <ReminderLine chosen={draft.remindAfter} onDrop={() => edit({ remindAfter: null })} />
        </form>
      </DialogBody>
      <FilePicker input={picker} onPick={attach} />
      <ComposeFooter
        form={form}
        state={state}
        isSending={isSending}
        canSend={canSend}
        isRich={draft.html !== null}
        asksReceipt={draft.requestReceipt}
        onAttach={() => picker.current?.click()}
        onTemplates={templates.toggle}
        hasTemplates={templates.panel !== null}
        onRich={rich.toggle}
        onReceipt={() => edit({ requestReceipt: !draft.requestReceipt })}
        onDiscard={() => discard(key)}
        onLater={submit}
        onOtherTime={() => setQuestion("time")}
        remindAfter={draft.remindAfter}
        onRemind={(remindAfter) => edit({ remindAfter })}
        onOtherReminder={() => setQuestion("reminder")}
      />
      {isDropping && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-card border-2 border-dashed border-accent bg-raised/90 text-ui font-medium text-accent-ink">
          {composeTexts.dropHere}
        </div>
      )}
      <LiveRegion>{state === "device" ? composeTexts.state.device : ""}</LiveRegion>
    </div>
  );
}

function DraftNotice({ children }: { children: string }) {
  return (
    <p role="status" className="mb-2 rounded-control bg-selected px-3 py-2 text-control text-ink">
      {children}
    </p>
  );
}

/** The hidden field through which the browser offers files to attach. */
function FilePicker(props: {
  input: RefObject<HTMLInputElement | null>;
  onPick: (files: Iterable<File>) => void;
}) {
  return (
    <input
      ref={props.input}
      type="file"
      multiple
      hidden
      aria-label={composeTexts.attach}
      onChange={(event) => {
        props.onPick(event.target.files ?? []);
        // Resetting allows the same file to be chosen again after it was removed.
        event.target.value = "";
      }}
    />
  );
}
