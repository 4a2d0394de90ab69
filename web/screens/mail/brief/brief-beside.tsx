import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  BriefRow,
  countOf,
  keyOfLine,
  linesOf,
  type PartLine,
} from "#/features/brief/brief-lines.tsx";
import { briefQuery } from "#/features/brief/brief-query.ts";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { useOpenConversations } from "#/features/follow-ups/follow-ups.ts";
import { nothingTexts } from "#/features/reader/nothing-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { locale } from "#/lib/locale.ts";
import { useNow } from "#/lib/use-now.ts";
import { useBriefLines } from "#/screens/mail/brief/line-actions.tsx";
import { commandTexts } from "#/state/commands/command-texts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { EmptyState } from "#/ui/empty-state.tsx";
import { Kbd } from "#/ui/kbd.tsx";
import { serif } from "#/ui/serif.ts";

const maxAnswers = 3;
/** It is fetched again after this time, and when other devices report a change. */
const freshMs = 60_000;

/** The brief in short, beside the list while no message is open; what else to do there if nothing waits. */
export function BriefBeside() {
  const { data, isError } = useQuery({ ...briefQuery, staleTime: freshMs });
  const brief = data?.brief;
  const all = brief ? linesOf(brief) : [];
  const open = useOpenConversations(null);
  // The tabs above the list know at once what was answered or archived there.
  const isOpen = ({ line }: PartLine) =>
    open === undefined || open.some(({ emailId }) => emailId === line.emailId);
  const answers = all.filter((of) => of.part === "answer" && isOpen(of)).slice(0, maxAnswers);
  const deadline = all.find(({ part }) => part === "deadlines");
  const shown = useBriefLines(deadline ? [...answers, deadline] : answers, { hasKeys: false });
  if (!brief && !isError) return null;
  if (shown.left === 0) return <EmptyState title={nothingTexts.title} hint={nothingTexts.hint} />;
  const rows = (title: string, lines: readonly PartLine[]) =>
    lines.some(({ line }) => !shown.done.has(line.emailId)) && (
      <section aria-label={title} className="mt-6">
        <h3 className="mb-1 text-control font-semibold text-ink-2">{title}</h3>
        <ul className="-mx-3 flex flex-col">
          {lines.map((of) => (
            <BriefRow
              key={keyOfLine(of)}
              of={of}
              isGone={shown.done.has(of.line.emailId)}
              actions={shown.renderActions(of)}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <div {...shown.area} className="pane-scroll h-full">
      <div className="mx-auto max-w-152 px-8 pt-10 pb-20 transition-opacity duration-[140ms] starting:opacity-0">
        <Today count={brief ? countOf(brief) : 0} />
        {rows(words.answer, answers)}
        {deadline && rows(words.nextDeadline, [deadline])}
        <p className="mt-6">
          <Link
            to="/app/brief"
            className="text-control font-medium text-accent-ink underline-offset-2 hover:underline"
          >
            {words.whole}
          </Link>
        </p>
        <KeyOfDay />
      </div>
      {shown.dialog}
    </div>
  );
}

function Today({ count }: { count: number }) {
  const now = useNow();
  const day = now.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });
  return (
    <>
      <h2 className={cn(serif, "text-title")}>{day}</h2>
      <p className="mt-0.5 text-control text-ink-3">{words.weather(count, now.getHours())}</p>
    </>
  );
}

const keys: readonly CommandId[] = [
  ...(["archive", "triage", "palette", "snooze", "search", "label", "undo"] as const),
  ...(["reply", "move", "star", "compose", "sheet", "mute"] as const),
];

/** A key to learn, another one each day. */
function KeyOfDay() {
  const now = useNow();
  const days = Math.floor(now.getTime() / 86_400_000);
  const command = keys[days % keys.length] ?? "sheet";
  const key = useShortcut(command);
  if (!key) return null;
  return (
    <p className="mt-8 flex items-center gap-2 border-t border-line pt-3 text-label text-ink-3 coarse:hidden">
      <span>{words.keyOfDay}</span>
      <Kbd>{key}</Kbd>
      <span>{commandTexts[command]}</span>
    </p>
  );
}
