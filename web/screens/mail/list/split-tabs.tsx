import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { countKey, countQuery } from "#/api/matching.ts";
import { type ListQuery, queryKeys } from "#/api/queries.ts";
import { useOpenConversations } from "#/features/follow-ups/follow-ups.ts";
import { TabsSkeleton } from "#/features/message-list/list-skeleton.tsx";
import { cn } from "#/lib/class-names.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { useMedia } from "#/lib/use-media.ts";
import { locale } from "#/lib/locale.ts";
import { useOverflowingTabs } from "#/screens/mail/list/fitting-tabs.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { type InboxPart, inboxParts } from "#/state/view/inbox-parts.ts";
import { useCalmSpace } from "#/state/view/use-hover-lock.ts";
import { Menu, menuItem } from "#/ui/menu.tsx";

const settledMs = 300;
/** Width of the menu of the other tabs. */
const menuPx = { fine: 32, coarse: 44 };
const none = { count: 0 };

/** Tabs of the inbox: all messages, important ones, those that wait for an answer, the user's own splits, and the rest. */
export function SplitTabs({ shown }: { shown: ShownList }) {
  const { offered, open, list } = useOfferedParts(shown);
  const hasSpace = useCalmSpace("tabs", offered && offered.length > 1);
  const parts = offered ?? [];
  const chosen = parts.findIndex(({ id }) => id === shown.partId);
  const hasTabs = parts.length > 1;
  const tabs = useRef<HTMLDivElement>(null);
  const ids = hasSpace && hasTabs ? parts.map(({ id }) => id).join() : "";
  const overflowing = useOverflowingTabs(tabs, {
    chosen,
    ids,
    menuPx: useMedia("(pointer: coarse)") ? menuPx.coarse : menuPx.fine,
  });
  const partBeside = (by: 1 | -1) => parts[(chosen + by + parts.length) % parts.length];
  const step = (by: 1 | -1) => () => {
    const part = partBeside(by);
    if (part) shown.showPart(part.id);
  };
  useCommands({
    nextPart: hasTabs ? step(1) : undefined,
    previousPart: hasTabs ? step(-1) : undefined,
  });
  if (!hasSpace) return null;
  if (!hasTabs) return <TabsSkeleton />;
  const walk = (event: KeyboardEvent) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const by = (event.key === "ArrowRight") === isRightToLeft(event.currentTarget) ? -1 : 1;
    const next = partBeside(by);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    // A tab that did not fit cannot have the focus before it is shown.
    flushSync(() => shown.showPart(next.id));
    const all = tabs.current?.querySelectorAll<HTMLElement>("[role='tab']");
    all?.[parts.indexOf(next)]?.focus();
  };
  const hidden = parts.filter((_, at) => overflowing.includes(at) && at !== chosen);
  const countOf = ({ narrowing: { followUp } }: InboxPart) =>
    followUp && open.filter(({ kind }) => kind === followUp).length;
  return (
    <div className="@container flex h-10 shrink-0 items-stretch border-b border-line pe-3 md:coarse:h-11">
      {/* The tabs hold the focus; this element handles the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as said above */}
      <div
        ref={tabs}
        role="tablist"
        aria-label={listToolsTexts.splits}
        onKeyDown={walk}
        className="relative flex min-w-0 flex-1 gap-4 overflow-clip ps-2 coarse:ps-4"
      >
        {parts.map((part) => (
          <Tab
            key={part.id}
            part={part}
            list={list}
            owed={countOf(part)}
            isChosen={part.id === shown.partId}
            isHidden={hidden.includes(part)}
            onChoose={() => shown.showPart(part.id)}
          />
        ))}
      </div>
      {hidden.length > 0 && <OtherTabs parts={hidden} onChoose={shown.showPart} />}
    </div>
  );
}

/** Returns the parts of the inbox that are worth a tab; undefined until they are known. */
function useOfferedParts(shown: ShownList) {
  const own = usePreference("splits");
  const client = useQueryClient();
  const { accountId } = shown.filed.query;
  const list: ListQuery = { folder: "recieved", accountId };
  const { data, isError } = useQuery(countQuery({ ...list, priority: "High" }));
  const known = useOpenConversations(accountId);
  const open = known ?? [];
  const { dataUpdatedAt } = shown.list;
  // A message that arrived, was read or was classified changes the counts. Keys that step through messages cause one refetch.
  useEffect(() => {
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: countKey }),
      settledMs,
    );
    return () => clearTimeout(timer);
  }, [client, dataUpdatedAt, shown.unread]);
  const openKey = open.map(({ kind, emailId }) => `${kind} ${emailId}`).join();
  useEffect(() => {
    void client.invalidateQueries({
      queryKey: queryKeys.lists,
      predicate: ({ queryKey: [, of] }) =>
        typeof of === "object" && of !== null && "followUp" in of,
    });
  }, [client, openKey]);
  const isOwed = (followUp: FollowUpKind) => open.some(({ kind }) => kind === followUp);
  const isOffered = ({ id, narrowing: { isImportant, followUp } }: InboxPart) =>
    id === shown.partId ||
    own.some((split) => split.id === id) ||
    // The split into important and other is offered once a message is important.
    ((isImportant === undefined || (data?.count ?? 0) > 0) &&
      (followUp === undefined || isOwed(followUp)));
  const isKnown = (data !== undefined || isError) && known !== undefined;
  return { offered: isKnown ? inboxParts(own).filter(isOffered) : undefined, open, list };
}

function Tab(props: {
  part: InboxPart;
  list: ListQuery;
  /** Number of its conversations without an answer; undefined in other parts, which show their unread messages. */
  owed: number | undefined;
  isChosen: boolean;
  /** True if it does not fit; its width is still measured. */
  isHidden: boolean;
  onChoose: () => void;
}) {
  const { part, owed, isChosen } = props;
  const { data: { count: unread } = none } = useQuery({
    ...countQuery({ ...props.list, ...part.narrowing, isUnread: true }),
    enabled: owed === undefined,
  });
  const count = owed ?? unread;
  const says = owed === undefined ? listToolsTexts.unread : listToolsTexts.conversations;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isChosen}
      aria-controls="message-list"
      tabIndex={isChosen ? 0 : -1}
      onClick={props.onChoose}
      className={cn(
        "flex h-full shrink-0 items-center gap-1.5 text-control font-medium whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2",
        isChosen ? "text-ink" : "text-ink-3",
        props.isHidden ? "invisible absolute" : "relative",
      )}
    >
      <Name part={part} />
      {count > 0 && (
        <span className={cn("text-meta tabular", isChosen ? "text-accent-ink" : "text-ink-3")}>
          <span aria-hidden="true">{count.toLocaleString(locale)}</span>
          <span className="sr-only">{says(count)}</span>
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

/** The name of a tab; in a narrow list a shorter one is shown, if there is one. */
function Name({ part }: { part: InboxPart }) {
  const short = part.id === "reply" && listToolsTexts.shortReply;
  if (!short) return <bdi>{part.name}</bdi>;
  return (
    <>
      <span className="@max-lg:sr-only">{part.name}</span>
      <span aria-hidden="true" className="@lg:hidden">
        {short}
      </span>
    </>
  );
}

/** A menu of the tabs for which the list is too narrow. */
function OtherTabs(props: { parts: readonly InboxPart[]; onChoose: (id: string) => void }) {
  return (
    <Menu
      label={listToolsTexts.otherSplits}
      button={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
      className="my-auto grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:size-11"
    >
      {props.parts.map(({ id, name }) => (
        <button key={id} type="button" {...menuItem} onClick={() => props.onChoose(id)}>
          <bdi>{name}</bdi>
        </button>
      ))}
    </Menu>
  );
}
