import { limits } from "@inlet/contract/limits.ts";
import {
  type FormEvent,
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
import { ComposeQuestions } from "#/features/compose/compose-questions.tsx";
import { DraftFrame, DraftNotice } from "#/features/compose/draft-frame.tsx";
import type { Question } from "#/features/compose/draft-questions.tsx";
import { ComposeText } from "#/features/compose/editor/compose-text.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { discard, minimize } from "#/features/compose/drafts/composer.ts";
import { type Draft, isReady } from "#/features/compose/drafts/draft.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import type { Runs } from "#/state/commands/commands.ts";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { useFirstCaret } from "#/features/compose/editor/use-first-caret.ts";
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
import { editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
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
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const runs: Runs = {
    // In rich text, the same keys insert a link.
    palette: draft.html === null ? templates.toggle : undefined,
    addCc: () => edit({ hasCc: true }),
    addBcc: () => edit({ hasBcc: true }),
    sendLater: canSend ? () => setQuestion("time") : undefined,
    discard: () => discard(key),
  };

  return (
    <DraftFrame
      draftKey={key}
      isSending={isSending}
      picker={picker}
      runs={runs}
      onSend={submit}
      className="relative flex min-h-0 flex-1 flex-col short:flex-none"
    >
      {props.head}
      <DialogBody className="flex flex-col">
        <FormError>{failure}</FormError>
        <NoSending accountId={sender?.accountId ?? ""} onLeave={() => minimize(key)} />
        <DraftNotice draftKey={key} />
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
            label={composeTexts.content}
            placeholder={composeTexts.contentPlaceholder}
            minHeightPx={limits.composeMinHeightPx}
            minRichHeightPx={limits.composeMinHeightPx}
            maxHeightPx={limits.composeMaxHeightPx}
            className="mt-3"
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
      <LiveRegion>{state === "device" ? composeTexts.state.device : ""}</LiveRegion>
    </DraftFrame>
  );
}
