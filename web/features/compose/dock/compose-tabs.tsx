import { FilePen } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { dockTexts } from "#/features/compose/dock/dock-texts.ts";
import type { ComposeWindow } from "#/features/compose/drafts/writing.ts";
import { compose } from "#/features/compose/drafts/composer.ts";
import { draftOfKey, useWriting } from "#/features/compose/drafts/writing.ts";
import { useSending } from "#/features/compose/send/sending-state.ts";
import { Turning } from "#/ui/button.tsx";

/** The tabs of the minimized windows. Each is named by its subject, and opens its window. */
export function ComposeTabs(props: { windows: readonly ComposeWindow[]; isInert: boolean }) {
  const minimized = props.windows.filter(({ isMinimized }) => isMinimized);
  if (minimized.length === 0) return null;
  return (
    <section
      ref={reserveSpace}
      aria-label={dockTexts.minimized}
      inert={props.isInert}
      // Where the windows leave less than this width, the tabs wrap above them.
      className="flex min-w-40 flex-1 items-end justify-end gap-2"
    >
      {minimized.map(({ key }) => (
        <Tab key={key} draftKey={key} />
      ))}
    </section>
  );
}

function Tab({ draftKey }: { draftKey: string }) {
  const subject = useWriting(({ drafts }) => drafts[draftKey]?.subject.trim() ?? "");
  const isSending = useSending(({ keys }) => keys.includes(draftKey));
  const open = () => {
    const draft = draftOfKey(draftKey);
    if (draft) compose(draft);
  };
  return (
    <button
      type="button"
      title={subject}
      onClick={open}
      className="pointer-events-auto flex h-10 w-65 min-w-0 items-center gap-2 rounded-t-card border border-line bg-raised px-3 text-start text-control font-medium text-ink shadow-menu transition-[background-color,translate,opacity] duration-200 hover:bg-hover starting:translate-y-4 starting:opacity-0 coarse:h-11"
    >
      <span className="shrink-0 text-ink-3">
        {isSending ? <Turning /> : <FilePen size={16} strokeWidth={1.75} aria-hidden="true" />}
      </span>
      <span className="truncate">{subject || composeTexts.outbox.noSubject}</span>
    </button>
  );
}

/** Publishes to the notifications how much of the screen's bottom the tabs take. */
function reserveSpace(tabs: HTMLElement | null): (() => void) | undefined {
  if (!tabs) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty("--dock-room", `${tabs.offsetHeight}px`),
  );
  observer.observe(tabs);
  return () => {
    observer.disconnect();
    style.removeProperty("--dock-room");
  };
}
