import { useQueryClient } from "@tanstack/react-query";
import { Archive, Clock, type LucideIcon, Reply, SkipForward, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { StillWater } from "#/features/sign-in/still-water.tsx";
import { cn } from "#/lib/class-names.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { ActionCommands } from "#/screens/mail/action-commands.tsx";
import { OpenMail } from "#/screens/mail/open-mail.tsx";
import { Questions } from "#/screens/mail/lazy-parts.ts";
import { tideTexts as words } from "#/screens/mail/tide/tide-texts.ts";
import { useTide } from "#/screens/mail/tide/use-tide.ts";
import type { AnsweredState } from "#/screens/mail/use-answered.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { runCommand } from "#/state/commands/commands.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Kbd } from "#/ui/kbd.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";
import { OptionalPart } from "#/ui/form/optional-part.tsx";
import { serif } from "#/ui/serif.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const choices: readonly { name: string; command: CommandId; icon: LucideIcon }[] = [
  { name: words.archive, command: "archive", icon: Archive },
  { name: words.reply, command: "reply", icon: Reply },
  { name: words.snooze, command: "snooze", icon: Clock },
  { name: words.keep, command: "next", icon: SkipForward },
];

/** The emails of a list, one at a time, over the whole window, until none is left. */
export function LowTide({ shown, answered }: { shown: ShownList; answered: AnsweredState }) {
  const tide = useTide(shown);
  const client = useQueryClient();
  const { emailId, left, done } = tide;
  const count = left.length;
  const subject = (emailId !== null && findRow(client, emailId)?.subject) || "";
  const { list } = shown;
  const isEmpty = emailId === null && count === 0;
  const hasFailed = isEmpty && (list.isFetchNextPageError || list.error !== null);
  const isOver = isEmpty && !hasFailed && !tide.hasMore && !list.isPending;
  return (
    <div className="relative isolate flex h-full flex-col">
      <header className="flex h-13 shrink-0 items-center gap-3 ps-5 pe-2 sm:ps-8">
        <p className="font-semibold">{words.title}</p>
        <p className="ms-auto text-control text-ink-2 tabular">
          {!isEmpty && words.left(count, tide.hasMore)}
        </p>
        <IconButton
          label={words.leave}
          shortcut={useShortcut("back")}
          icon={<X {...icon} />}
          onClick={tide.leave}
        />
      </header>
      <div aria-hidden="true" className="h-[3px] shrink-0 bg-line">
        <div
          className="h-full bg-accent transition-[inline-size] duration-200"
          style={{ inlineSize: `${count === 0 ? 0 : (100 * count) / (count + done)}%` }}
        />
      </div>
      <LiveRegion>
        {emailId === null
          ? ""
          : `${subject || readerTexts.noSubject}, ${words.left(count, tide.hasMore)}`}
      </LiveRegion>
      {emailId !== null && (
        <>
          <div className="min-h-0 flex-1 [&_.pane-scroll]:[scrollbar-gutter:stable_both-edges]">
            <OpenMail
              emailId={emailId}
              onBack={tide.leave}
              isAlone
              hasBar={false}
              answered={answered}
              list={tide.list}
            />
          </div>
          <div
            role="toolbar"
            data-bar-below
            aria-label={words.actions}
            className="shrink-0 border-t border-line bg-surface px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
          >
            <div className="mx-auto grid max-w-152 grid-cols-4 gap-1.5">
              {choices.map((choice) => (
                <ChoiceButton key={choice.command} {...choice} />
              ))}
            </div>
          </div>
        </>
      )}
      {isOver && <Reached tide={tide} />}
      {hasFailed && (
        <ErrorState
          title={listTexts.failed}
          message={sentenceOf(list.error, listTexts.failedHint)}
          retryLabel={listTexts.retry}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      <ActionCommands list={tide.list} onMenu={() => undefined} />
      {shown.asked && (
        <OptionalPart>
          <Questions key={shown.asked.count} list={tide.list} question={shown.asked.question} />
        </OptionalPart>
      )}
    </div>
  );
}

function ChoiceButton(props: { name: string; command: CommandId; icon: LucideIcon }) {
  const { icon: Icon } = props;
  const key = useShortcut(props.command);
  return (
    <button
      type="button"
      onClick={() => runCommand(props.command)}
      className="flex h-12 items-center justify-center gap-2 rounded-control text-control font-medium text-ink transition-colors hover:bg-hover active:bg-selected max-sm:h-14 max-sm:flex-col max-sm:gap-1 max-sm:text-label"
    >
      <Icon {...icon} />
      {props.name}
      {key && (
        <span className="coarse:hidden" aria-hidden="true">
          <Kbd>{key}</Kbd>
        </span>
      )}
    </button>
  );
}

/** The picture at the end: still water in the light of the hour. */
function Reached({ tide }: { tide: ReturnType<typeof useTide> }) {
  const { done, arrived } = tide;
  const [minutes] = useState(() => Math.round((Date.now() - tide.startedAt) / 60_000));
  const title = useRef<HTMLHeadingElement>(null);
  // The focus was in an email that is gone.
  useEffect(() => title.current?.focus(), []);
  const [hour] = useState(() => new Date().getHours());
  return (
    <section className="flex min-h-0 flex-1 flex-col items-center justify-center gap-6 px-5 pb-24 text-center">
      <div
        aria-hidden="true"
        style={{ background: `linear-gradient(${lightOf(hour)}, transparent 70%)` }}
        className="absolute inset-0 -z-20"
      />
      <StillWater isStill />
      <div role="status">
        <h1 ref={title} tabIndex={-1} className={cn(serif, "text-[2.5rem]/11 outline-none")}>
          {words.reached}
        </h1>
        <p className="mt-2 text-ink-2">{done > 0 ? words.done(done, minutes) : words.nothing}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {arrived > 0 && (
          <Button tone="primary" size="large" onClick={tide.takeArrived}>
            {words.arrived(arrived)}
          </Button>
        )}
        <Button tone={arrived > 0 ? "plain" : "primary"} size="large" onClick={tide.leave}>
          {words.leave}
        </Button>
        {tide.canUndo && (
          <Button tone="plain" size="large" onClick={() => runCommand("undo")}>
            {words.undo}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Returns the color of the sky at an hour of the day. */
function lightOf(hour: number): string {
  if (hour < 5 || hour >= 21) return "oklch(0.45 0.07 265 / 0.35)";
  if (hour < 9) return "oklch(0.85 0.08 60 / 0.4)";
  if (hour < 17) return "oklch(0.85 0.06 220 / 0.35)";
  return "oklch(0.72 0.12 35 / 0.35)";
}
