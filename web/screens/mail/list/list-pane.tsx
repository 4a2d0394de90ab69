import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useState } from "react";
import { useNeedsUser } from "#/features/compose/send/use-needs-user.ts";
import { TabsSkeleton } from "#/features/message-list/list-skeleton.tsx";
import { MessageList } from "#/features/message-list/message-list.tsx";
import { SidebarButton } from "#/features/top-bar/sidebar-button.tsx";
import { UserMenu } from "#/features/top-bar/user-menu.tsx";
import {
  BulkBar,
  EmptyBar,
  FilterChips,
  FilterMenu,
  InboxNotices,
  LocalDrafts,
  ListMenu,
  RowActions,
  RowFollowUp,
  SearchNothing,
  SearchNotices,
  MatchedText,
} from "#/screens/mail/lazy-parts.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { hasKeptSpace } from "#/state/view/use-hover-lock.ts";
import { usePlaceOf } from "#/state/view/result-locations.ts";
import { only, rangeTo, select, toggled } from "#/state/view/selection.ts";
import { withChanges } from "#/state/changes/with-changes.ts";

/** Placeholder with the size of a button. */
const noButton = <span className="size-8 shrink-0 coarse:size-11" />;

/** The list with everything in and above its rows. */
export function ListPane(props: {
  shown: ShownList;
  isPhone: boolean;
  onHover: (id: string) => void;
  onMenu: (at: { id: string; x: number; y: number; isOfClassification?: boolean }) => void;
}) {
  const { shown } = props;
  const { filed } = shown;
  const { view, key, ids, selection, setCursorId } = filed;
  const client = useQueryClient();
  const needsUser = useNeedsUser();
  const isSelecting = selection.ids.size > 0 && ids.some((id) => selection.ids.has(id));
  const wanted = view.kind === "search" ? view.query : null;
  const renderText = useCallback(
    (text: string) =>
      wanted === null ? (
        text
      ) : (
        <Suspense fallback={text}>
          <MatchedText text={text} query={wanted} />
        </Suspense>
      ),
    [wanted],
  );
  return (
    <MessageList
      view={view}
      query={filed.query}
      list={shown.list}
      listKey={key}
      name={filed.name}
      unread={shown.unread}
      isNarrowed={shown.isNarrowed || shown.partId !== "all"}
      onShowAll={shown.showAll}
      openId={shown.openId}
      cursorId={filed.cursorId}
      selected={selection.ids}
      onCursor={setCursorId}
      onOpen={shown.open}
      onHover={props.onHover}
      onSelect={(id, isRange) => {
        setCursorId(id);
        select(key, isRange ? rangeTo(ids, id) : toggled(id));
      }}
      onSelectAll={() => select(key, only(ids))}
      onInbox={shown.toInbox}
      onStar={(id, starred) => {
        const target = { ids: new Set([id]) };
        withChanges(({ changeEmails }) => changeEmails(client, { target, change: { starred } }));
      }}
      onMenu={(id, at) => {
        setCursorId(id);
        props.onMenu({ id, ...at });
      }}
      placeOf={usePlaceOf(wanted !== null)}
      renderText={renderText}
      renderActions={(email, isPointed) =>
        filed.query.followUp ? (
          <Suspense>
            <RowFollowUp threadId={email.threadId} kind={filed.query.followUp} />
          </Suspense>
        ) : (
          isPointed && (
            <Suspense>
              <RowActions email={email} isOpen={email.id === shown.openId} list={filed} />
            </Suspense>
          )
        )
      }
      bulkBar={
        isSelecting && (
          <Suspense fallback={<div className="h-14 shrink-0" />}>
            <BulkBar list={filed} isBelow={props.isPhone} />
          </Suspense>
        )
      }
      isBulkBarBelow={props.isPhone}
      filter={
        // A search is filtered by its own operators.
        view.kind !== "search" && (
          <Suspense fallback={noButton}>
            <FilterMenu
              narrowing={shown.narrowing}
              onNarrow={shown.narrow}
              emails={shown.list.emails}
            />
          </Suspense>
        )
      }
      menu={
        <Suspense fallback={noButton}>
          <ListMenu list={filed} />
        </Suspense>
      }
      start={props.isPhone && <SidebarButton needsUser={needsUser} />}
      end={props.isPhone && <UserMenu />}
      note={<Notes shown={shown} />}
      nothing={
        wanted !== null && (
          <Suspense>
            <SearchNothing shown={shown} />
          </Suspense>
        )
      }
    />
  );
}

/** Notes between the header and the rows. */
function Notes({ shown }: { shown: ShownList }) {
  const { filed, isDrafts, narrowing, narrow } = shown;
  const { view, ids } = filed;
  const slug = view.kind === "folder" ? view.slug : undefined;
  return (
    <Suspense fallback={slug === "inbox" && <InboxSpace />}>
      {slug === "inbox" && <InboxNotices shown={shown} />}
      {shown.isNarrowed && <FilterChips narrowing={narrowing} onNarrow={narrow} />}
      {view.kind === "search" && <SearchNotices shown={shown} />}
      {isDrafts && <LocalDrafts />}
      {(slug === "trash" || slug === "spam") && ids.length > 0 && (
        <EmptyBar
          slug={slug}
          onEmpty={() => filed.onQuestion({ name: "empty", ids, isAll: true })}
        />
      )}
    </Suspense>
  );
}

/** Reserves the space of the notes above the inbox until their code is loaded: nothing appears above the rows after them. */
export function InboxSpace() {
  const { dailySummary } = usePreference("notifications");
  const [spaces] = useState(() => ({ brief: hasKeptSpace("brief"), tabs: hasKeptSpace("tabs") }));
  return (
    <>
      {dailySummary && spaces.brief && <div className="h-10.25 shrink-0 coarse:h-13.25" />}
      {spaces.tabs && <TabsSkeleton />}
    </>
  );
}
