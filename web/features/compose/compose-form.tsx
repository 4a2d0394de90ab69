import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { AttachmentList } from "#/features/compose/editor/attachment-list.tsx";
import { ComposeFooter } from "#/features/compose/compose-footer.tsx";
import { ComposeHead } from "#/features/compose/compose-head.tsx";
import { ComposeQuestions, type Question } from "#/features/compose/compose-questions.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { closeComposer, discard } from "#/features/compose/drafts/composer.ts";
import { type Draft, isReady, ownText } from "#/features/compose/drafts/draft.ts";
import { promisesAttachment } from "#/features/compose/send/missing-attachment.ts";
import { NoSending } from "#/features/compose/send/no-sending.tsx";
import { QuoteFold } from "#/features/compose/editor/collapsed-quote.tsx";
import { hasFormatting, htmlOfText } from "#/features/compose/editor/rich-html.ts";
import { ReminderLine } from "#/features/compose/send/reply-reminder.tsx";
import { firstPlaceholder } from "#/features/compose/editor/insert-text.ts";
import { sendDraft } from "#/features/compose/send/send-draft.ts";
import { pressWithin, type Runs } from "#/state/commands/commands.ts";
import { isSendKey } from "#/features/compose/send/send-key.ts";
import { clearFailure, useSending } from "#/features/compose/send/sending-state.ts";
import { useAwaitedSend } from "#/features/compose/send/use-awaited-send.ts";
import { useGivenFiles } from "#/features/compose/editor/use-dropped-files.ts";
import { useFocusBack } from "#/features/compose/use-focus-back.ts";
import { useTemplates } from "#/features/compose/editor/use-templates.ts";
import { useUploads } from "#/features/compose/editor/uploads.ts";
import { chooseSender, useSenders, senderOf } from "#/features/compose/recipients/use-senders.ts";
import { attachFiles, editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { cn } from "#/lib/class-names.ts";
import { newId } from "#/lib/new-id.ts";
import { useOpenDialogs } from "#/state/commands/open-dialogs.ts";
import { DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const loadRichText = () => import("#/features/compose/editor/rich-text.tsx");
const RichText = lazy(async () => {
  const { RichText: Part } = await loadRichText();
  return { default: Part };
});

const TemplatePanel = lazy(async () => {
  const { TemplatePanel: Part } = await import("#/features/compose/editor/template-panel.tsx");
  return { default: Part };
});

/** The message that is being written, with all its controls. */
export function ComposeForm(props: {
  draft: Draft;
  to: React.RefObject<HTMLInputElement | null>;
  text: React.RefObject<HTMLTextAreaElement | null>;
}) {
  const { draft, text } = props;
  const { key } = draft;
  const form = useId();
  const client = useQueryClient();
  const { senders, usual, isKnown } = useSenders();
  const sender = senderOf(senders, draft) ?? usual;
  const failure = useSending(({ failures }) => failures[key] ?? "");
  const isSending = useSending(({ keys }) => keys.includes(key));
  const isUploading = useUploads(({ uploads }) => uploads.some(({ draftKey }) => draftKey === key));
  const notice = useWriting(({ notices }) => notices[key]);
  const state = useWriting(({ states }) => states[key] ?? "none");
  const [question, setQuestion] = useState<Question>(null);
  const [wantsRich, setWantsRich] = useState(false);
  /** The question is asked once for each message. */
  const hasAsked = useRef(false);
  const hasBegun = useRef(false);
  const picker = useRef<HTMLInputElement>(null);
  const canSend = isReady(draft) && !isUploading && draft.accountId !== null && !isSending;

  useFocusBack(isSending);
  useEffect(() => {
    if (isKnown && sender && draft.signature === null) chooseSender(key, sender, null);
  }, [isKnown, sender, draft.signature, key]);

  useEffect(() => {
    // The caret goes above the signature.
    if (draft.signature && ownText(draft) === "") text.current?.setSelectionRange(0, 0);
    // Select the first placeholder of a template; later a brace is the user's own text.
    const hole = hasBegun.current ? null : firstPlaceholder(draft.content);
    hasBegun.current ||= draft.signature !== null;
    if (hole) text.current?.setSelectionRange(hole.start, hole.end);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each signature that is put in
  }, [draft.signature]);

  const edit = (change: Partial<Draft>) => {
    clearFailure(key);
    editDraft(key, change);
  };
  const submit = (sendAt?: string) => {
    if (!canSend) {
      if (isReady(draft) && draft.accountId === null) sendWhenKnown(sendAt);
      return;
    }
    const hasFile = draft.attachments.length + draft.forwardedAttachments.length > 0;
    if (!hasAsked.current && !hasFile && promisesAttachment(ownText(draft))) {
      hasAsked.current = true;
      setQuestion("attachment");
      return;
    }
    setQuestion(null);
    void sendDraft(client, draft, {
      texts: composeTexts,
      ...(sendAt && { sendAt }),
      isShown: () =>
        useOpenDialogs.getState().isComposing && useWriting.getState().composeKey === key,
    });
  };
  const sendWhenKnown = useAwaitedSend(canSend, submit);
  const attach = (files: Iterable<File>) => {
    if (isSending) return;
    attachFiles(
      key,
      Array.from(files, (file) => ({ file, cid: null })),
    );
  };
  const attachInline = (file: File): string => {
    const cid = `${newId()}@inlet`;
    attachFiles(key, [{ file, cid }]);
    return cid;
  };
  const toggleRich = () => {
    if (draft.html === null) {
      setWantsRich(true);
      edit({ html: htmlOfText(draft.content) });
    } else if (hasFormatting(draft.html)) setQuestion("plain");
    else edit({ html: null });
  };
  const dropRich = () => {
    setQuestion(null);
    // Inline images become attachments.
    edit({ html: null, attachments: draft.attachments.map((file) => ({ ...file, cid: null })) });
  };
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
    // Files may be dropped and pasted, and the keys for sending pressed, anywhere in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- as said above
    <div
      className="relative flex min-h-0 flex-1 flex-col short:flex-none"
      onKeyDownCapture={handleCommandKey}
      onKeyDown={handleKeyDown}
      {...handlers}
    >
      <DialogBody className="flex flex-col">
        <FormError>{failure}</FormError>
        <NoSending accountId={sender?.accountId ?? ""} onLeave={closeComposer} />
        {notice && (
          <p
            role="status"
            className="mb-2 rounded-control bg-selected px-3 py-2 text-control text-ink"
          >
            {composeTexts.notice[notice]}
          </p>
        )}
        <ComposeQuestions
          question={question}
          onAttach={() => {
            setQuestion(null);
            picker.current?.click();
          }}
          onSend={submit}
          onDropRich={dropRich}
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
          {draft.html === null ? (
            <Textarea
              ref={text}
              isBare
              aria-label={composeTexts.content}
              placeholder={composeTexts.contentPlaceholder}
              minHeightPx={limits.composeMinHeightPx}
              maxHeightPx={limits.composeMaxHeightPx}
              value={draft.content}
              onChange={(event) => edit({ content: event.target.value })}
              onKeyDown={templates.handleKeyDown}
              className="mt-3 leading-6"
            />
          ) : (
            <Suspense
              fallback={
                <p
                  className="mt-3 text-control text-ink-3"
                  style={{ minHeight: limits.composeMinHeightPx }}
                >
                  {composeTexts.rich.loading}
                </p>
              }
            >
              <RichText
                html={draft.html}
                files={draft.attachments}
                isFocused={wantsRich}
                label={composeTexts.content}
                placeholder={composeTexts.contentPlaceholder}
                minHeightPx={limits.composeMinHeightPx}
                maxHeightPx={limits.composeMaxHeightPx}
                onChange={edit}
                onImage={attachInline}
              />
            </Suspense>
          )}
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
        onRich={toggleRich}
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
