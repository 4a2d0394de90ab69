import { Eraser, Minus, Sparkles, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  AnswerBlocks,
  AnswerFoot,
  type OpenSource,
  PlanChips,
} from "#/features/assistant/answer.tsx";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { Proposals } from "#/features/assistant/proposals.tsx";
import { QuestionField } from "#/features/assistant/question-field.tsx";
import type { useChat } from "#/features/assistant/use-chat.ts";
import { showAssistant } from "#/state/view/assistant-panel.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The conversation with the assistant: beside the page if it is wide, else in its corner; full screen on a phone. */
export function ChatPanel(props: {
  chat: ReturnType<typeof useChat>;
  openEmailId: string | null;
  onOpen: OpenSource;
  onWrite: (to: string, subject: string) => void;
}) {
  const { chat } = props;
  const { activeId } = useAccounts();
  const where = { accountId: activeId, emailId: props.openEmailId };
  const [question, setQuestion] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector("textarea")?.focus();
  const end = useRef<HTMLDivElement>(null);
  const { turns, pending, isBusy } = chat;
  useEffect(focus, []);
  const shown = `${turns.length} ${pending?.blocks.length ?? ""} ${pending?.hasFailed}`;
  useEffect(() => {
    // `scrollIntoView` returns a promise in some browsers, which an effect must not return.
    end.current?.scrollIntoView({ block: "end" });
  }, [shown]);

  const send = (query: string) => {
    setQuestion("");
    // The API takes questions of one line.
    void chat.ask(query.trim().replaceAll(/\s+/g, " "), where);
  };
  const clear = async () => {
    try {
      await chat.clear();
      focus();
    } catch {
      warn(words.clearFailed);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    showAssistant("closed");
  };
  const isEmpty = turns.length === 0 && !pending;
  return (
    <section
      role="dialog"
      aria-modal="false"
      aria-label={words.title}
      onKeyDown={handleKey}
      data-assistant
      className="fixed end-4 bottom-4 z-30 flex h-[min(38rem,calc(100dvh-6rem))] w-[min(26rem,calc(100vw-2rem))] beside:end-0 beside:bottom-0 beside:h-[calc(100dvh-3.5rem)] beside:w-90 beside:rounded-none beside:border-0 beside:border-s beside:shadow-none flex-col overflow-hidden rounded-card border border-line bg-raised text-ink shadow-dialog transition-[opacity,scale] duration-200 ltr:origin-bottom-right rtl:origin-bottom-left starting:scale-95 starting:opacity-0 max-md:inset-0 max-md:h-dvh max-md:w-full max-md:rounded-none max-md:border-0 max-md:pt-[env(safe-area-inset-top)] max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <header className="flex items-center gap-1 border-b border-line py-2 ps-4 pe-2">
        <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" className="text-accent-ink" />
        <h2 className="ms-1 flex-1 truncate text-ui font-semibold">{words.title}</h2>
        <IconButton
          label={words.clear}
          icon={<Eraser {...icon} />}
          disabled={isEmpty}
          onClick={() => void clear()}
        />
        <IconButton
          label={words.minimize}
          icon={<Minus {...icon} />}
          onClick={() => showAssistant("minimized")}
        />
        <IconButton
          label={words.close}
          icon={<X {...icon} />}
          onClick={() => showAssistant("closed")}
        />
      </header>
      <div
        role="log"
        aria-label={words.conversation}
        aria-busy={isBusy}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-4 outline-offset-[-2px]"
      >
        {chat.hasFailedToLoad && <p className="text-control text-danger">{words.historyFailed}</p>}
        {isEmpty && !chat.hasFailedToLoad && (
          <Empty isMailOpen={props.openEmailId !== null} onAsk={send} />
        )}
        {turns.map(({ id, query, answer }, at) => (
          <article key={id} className="flex flex-col gap-2.5">
            <Asked query={query} />
            <AnswerBlocks
              blocks={answer.blocks}
              citations={answer.citations}
              onOpen={props.onOpen}
              actions={<Proposals proposals={answer.proposals} onWrite={props.onWrite} />}
            />
            <PlanChips
              chips={answer.meta.plan}
              isBusy={isBusy}
              onLeaveOut={(chip) => {
                // Parts that were removed before stay removed while the question is the same.
                const earlier = turns[at]?.answer.meta.leftOut ?? [];
                void chat.ask(query, where, [...earlier, chip]);
              }}
            />
            <AnswerFoot meta={answer.meta} />
          </article>
        ))}
        {pending && (
          <article className="flex flex-col gap-2.5">
            <Asked query={pending.query} />
            {pending.hasFailed ? (
              <div role="alert" className="flex flex-col items-start gap-2 text-ui text-danger">
                {words.failed}
                <Button onClick={() => void chat.ask(pending.query, pending, pending.without)}>
                  {words.again}
                </Button>
              </div>
            ) : (
              <>
                <AnswerBlocks
                  blocks={pending.blocks}
                  citations={pending.citations}
                  onOpen={props.onOpen}
                />
                <p className="animate-pulse text-control text-ink-3 motion-reduce:animate-none">
                  {words.thinking}
                </p>
              </>
            )}
          </article>
        )}
        <div ref={end} />
      </div>
      <QuestionField
        formRef={form}
        value={question}
        onChange={setQuestion}
        isBusy={isBusy}
        onSend={() => send(question)}
        onStop={() => setQuestion(chat.stop())}
      />
    </section>
  );
}

function Asked({ query }: { query: string }) {
  return (
    <p
      dir="auto"
      className="max-w-[85%] self-end rounded-card bg-selected px-3 py-2 text-ui break-words"
    >
      <span className="sr-only">{words.you}: </span>
      {query}
    </p>
  );
}

function Empty(props: { isMailOpen: boolean; onAsk: (question: string) => void }) {
  const { isMailOpen, onAsk } = props;
  const examples = isMailOpen ? [words.aboutOpen, ...words.examples.slice(1)] : words.examples;
  return (
    <div className="my-auto flex flex-col items-center gap-2 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-selected text-accent-ink">
        <Sparkles size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className="mt-1 text-ui font-medium">{words.empty}</p>
      <p className="text-control text-ink-3">{words.emptyHint}</p>
      <div className="mt-4 flex w-full flex-col gap-1.5">
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => onAsk(example)}
            className="min-h-9 rounded-control border border-line px-3 py-1.5 text-start text-control text-ink-2 transition-[background-color] hover:bg-hover hover:text-ink coarse:min-h-11"
          >
            {example}
          </button>
        ))}
      </div>
    </div>
  );
}
