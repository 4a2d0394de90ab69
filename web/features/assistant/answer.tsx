import type { AnswerBlock, AnswerMeta, Citation, PlanChip } from "@inlet/contract/ai/assistant.ts";
import { limits } from "@inlet/contract/limits.ts";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { Button } from "#/ui/button.tsx";

/** Opens a message at the quoted passage. */
export type OpenSource = (emailId: string, quote: string) => void;

/**
 * Shows an answer as plain text and quotations; its numbers link to the messages that support it. The first messages of a list are
 * shown, below the actions on all of them.
 */
export function AnswerBlocks(props: {
  blocks: readonly AnswerBlock[];
  citations: readonly Citation[];
  onOpen: OpenSource;
  actions?: ReactNode;
}) {
  const { citations, onOpen } = props;
  const few = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`) ? 3 : 5;
  const [isWhole, setWhole] = useState(false);
  const messages = props.blocks.filter(({ kind }) => kind === "mail");
  const shown = isWhole ? messages : messages.slice(0, few);
  const texts = props.blocks.filter(({ kind }) => kind !== "mail");
  const list = { citations, onOpen };
  return (
    <div className="flex flex-col gap-2">
      <Blocks {...list} blocks={texts} />
      {props.actions}
      <Blocks {...list} blocks={shown} />
      {shown.length < messages.length && (
        <Button tone="quiet" className="self-start" onClick={() => setWhole(true)}>
          {words.more(messages.length - shown.length)}
        </Button>
      )}
    </div>
  );
}

function Blocks(props: {
  blocks: readonly AnswerBlock[];
  citations: readonly Citation[];
  onOpen: OpenSource;
}) {
  const { blocks, citations, onOpen } = props;
  const cited = (block: AnswerBlock) =>
    block.cites.flatMap((id) => citations.find((each) => each.id === id) ?? []);
  return blocks.map((block, at) => {
    const sources = cited(block);
    const [first] = sources;
    const key = `${at} ${block.text}`;
    if (block.kind === "mail" && first) {
      return (
        <button
          key={key}
          type="button"
          dir="auto"
          onClick={() => onOpen(first.emailId, "")}
          className="min-h-9 rounded-control border border-line bg-surface px-3 py-1.5 text-start text-control break-words transition-[background-color] hover:bg-hover coarse:min-h-11"
        >
          {block.text}
        </button>
      );
    }
    if (block.kind === "quote" && first) {
      return (
        <blockquote key={key} className="border-s-2 border-accent ps-3">
          <button
            type="button"
            dir="auto"
            onClick={() => onOpen(first.emailId, block.text)}
            className="w-full rounded-control text-start text-ui break-words whitespace-pre-line transition-[background-color] hover:bg-hover"
          >
            {block.text}
            <Mark>{first.id.slice(1)}</Mark>
            {/* The accessible name begins with the visible text. */}
            <span className="sr-only"> {nameOf(first)}</span>
          </button>
        </blockquote>
      );
    }
    // The quotation that follows is a link to the message already.
    const isIntroduction = blocks[at + 1]?.kind === "quote";
    return (
      <p
        key={key}
        dir="auto"
        className={isIntroduction ? "text-control text-ink-2" : "text-ui break-words"}
      >
        {block.text}
        {!isIntroduction &&
          sources.map((source) => (
            <button
              key={source.id}
              type="button"
              aria-label={nameOf(source)}
              title={nameOf(source)}
              onClick={() => onOpen(source.emailId, source.quote)}
              className="align-baseline coarse:px-1"
            >
              <Mark>{source.id.slice(1)}</Mark>
            </button>
          ))}
        {block.kind === "unfounded" && (
          <span className="ms-1 text-meta text-ink-3">{words.unfounded}</span>
        )}
      </p>
    );
  });
}

function Mark({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="ms-1 inline-grid min-w-4.5 place-items-center rounded-full bg-selected px-1 text-meta font-medium text-accent-ink tabular"
    >
      {children}
    </span>
  );
}

function nameOf({ subject, from }: Citation): string {
  return words.openSource(subject || words.noSubject, from);
}

/** Shows the parts of the search plan; each can be removed. */
export function PlanChips(props: {
  chips: readonly PlanChip[];
  isBusy: boolean;
  onLeaveOut: (id: string) => void;
}) {
  if (props.chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 text-meta text-ink-3">
      <span aria-hidden="true" className="me-1">
        {words.plan}
      </span>
      <ul aria-label={words.plan} className="contents">
        {props.chips.map(({ id, label }) => (
          <li
            key={id}
            className="inline-flex h-6 max-w-full items-center rounded-full border border-line bg-hover ps-2 text-meta text-ink-2 coarse:h-8"
          >
            <bdi className="truncate">{label}</bdi>
            <button
              type="button"
              aria-label={words.leaveOut(label)}
              title={words.leaveOut(label)}
              disabled={props.isBusy}
              onClick={() => props.onLeaveOut(id)}
              className="grid size-6 place-items-center rounded-full hover:text-ink disabled:opacity-45 coarse:size-8"
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the engine that gave the answer, with notes on it. */
export function AnswerFoot({ meta }: { meta: AnswerMeta }) {
  return (
    <div className="flex flex-col gap-0.5 text-meta text-ink-3">
      {meta.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>{meta.engine === "model" ? words.byModel(meta.model, meta.host) : words.local}</p>
    </div>
  );
}
