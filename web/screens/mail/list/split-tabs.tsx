import { locale } from "#/lib/locale.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, lazy, useEffect, useRef } from "react";
import { countQuery } from "#/api/matching.ts";
import type { ListQuery } from "#/api/queries.ts";
import { cn } from "#/lib/class-names.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { patiently } from "#/lib/retry-import.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { type InboxPart, inboxParts } from "#/state/view/inbox-parts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { OptionalPart } from "#/ui/form/optional-part.tsx";

const settledMs = 300;
const none = { count: 0 };
// Shares its chunks with the reader, which is preloaded.
const InboxFollowUps = lazy(async () => {
  const { InboxFollowUps: Part } = await patiently(() => import("#/screens/mail/open-mail.tsx"));
  return { default: Part };
});

/** Bars above the inbox: its splits, and conversations without a reply. */
export function SplitTabs({ shown }: { shown: ShownList }) {
  const { activeId } = useAccounts();
  return (
    <>
      <PartTabs shown={shown} />
      <OptionalPart>
        <InboxFollowUps accountId={activeId} openId={shown.openId} onOpen={shown.open} />
      </OptionalPart>
    </>
  );
}

/** Tabs of the inbox: all messages, important ones, the rest, and the user's own splits. */
function PartTabs({ shown }: { shown: ShownList }) {
  const own = usePreference("splits");
  const client = useQueryClient();
  const tabs = useRef<HTMLDivElement>(null);
  const { accountId } = shown.filed.query;
  const inbox: ListQuery = { folder: "recieved", accountId };
  const { data: { count: important } = none } = useQuery(
    countQuery({ ...inbox, priority: "High" }),
  );
  const { dataUpdatedAt } = shown.list;
  // A message that arrived, was read or was classified changes the counts. Keys that step through messages cause one refetch.
  useEffect(() => {
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: ["count"] }),
      settledMs,
    );
    return () => clearTimeout(timer);
  }, [client, dataUpdatedAt, shown.unread]);
  useEffect(() => {
    const chosen = tabs.current?.querySelector("[aria-selected='true']");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown.partId]);
  const parts = inboxParts(own);
  // The split into important and other is offered once a message is important.
  const offered = parts.filter(({ id }) => important > 0 || (id !== "important" && id !== "other"));
  const partBeside = (by: 1 | -1) => {
    const at = offered.findIndex(({ id }) => id === shown.partId);
    return offered[(at + by + offered.length) % offered.length];
  };
  const step = (by: 1 | -1) => () => {
    const part = partBeside(by);
    if (part) shown.showPart(part.id);
  };
  const isOffered = offered.length > 1;
  useCommands({
    nextPart: isOffered ? step(1) : undefined,
    previousPart: isOffered ? step(-1) : undefined,
  });
  if (!isOffered) return null;
  const walk = (event: KeyboardEvent) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const by = (event.key === "ArrowRight") === isRightToLeft(event.currentTarget) ? -1 : 1;
    const next = partBeside(by);
    if (!next) return;
    const to = offered.indexOf(next);
    event.preventDefault();
    event.stopPropagation();
    shown.showPart(next.id);
    tabs.current?.querySelectorAll<HTMLElement>("[role='tab']")[to]?.focus();
  };
  return (
    // The tabs hold the focus; this element handles the arrow keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as said above
    <div
      ref={tabs}
      role="tablist"
      aria-label={listToolsTexts.splits}
      onKeyDown={walk}
      className="flex h-10 shrink-0 gap-5 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] coarse:h-11"
    >
      {offered.map((part) => (
        <Tab
          key={part.id}
          part={part}
          list={inbox}
          isChosen={part.id === shown.partId}
          onChoose={() => shown.showPart(part.id)}
        />
      ))}
    </div>
  );
}

function Tab(props: { part: InboxPart; list: ListQuery; isChosen: boolean; onChoose: () => void }) {
  const { part, isChosen } = props;
  const { data: { count: unread } = none } = useQuery(
    countQuery({ ...props.list, ...part.narrowing, isUnread: true }),
  );
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isChosen}
      aria-controls="message-list"
      tabIndex={isChosen ? 0 : -1}
      onClick={props.onChoose}
      className={cn(
        "relative flex shrink-0 items-center gap-1.5 text-control font-medium whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2",
        isChosen ? "text-ink" : "text-ink-3",
      )}
    >
      <bdi>{part.name}</bdi>
      {unread > 0 && (
        <span className={cn("text-meta tabular", isChosen ? "text-accent-ink" : "text-ink-3")}>
          <span aria-hidden="true">{unread.toLocaleString(locale)}</span>
          <span className="sr-only">{listToolsTexts.unread(unread)}</span>
        </span>
      )}
      <span
        aria-hidden="true"
        className={cn(
          "absolute inset-x-0 bottom-0 h-0.5 rounded-full bg-accent transition-opacity",
          !isChosen && "opacity-0",
        )}
      />
    </button>
  );
}
