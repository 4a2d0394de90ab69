import { limits } from "@inlet/contract/limits.ts";
import { type ReactNode, useEffect, useState } from "react";
import { ApiFailure } from "#/api/client.ts";
import type { ListQuery } from "#/api/queries.ts";
import { Arrivals } from "#/features/message-list/arrivals.tsx";
import { ListHeader } from "#/features/message-list/list-header.tsx";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { MessageRows, type RowsProps } from "#/features/message-list/message-rows.tsx";
import type { DayOrder } from "#/features/message-list/row-days.ts";
import { RowSkeletons } from "#/features/message-list/row-skeletons.tsx";
import type { useEmails } from "#/features/message-list/use-emails.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { MailView } from "#/state/view/mail-route.ts";
import { clearScrollMark } from "#/state/view/scroll-mark.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { SkeletonAfter } from "#/ui/skeleton.tsx";

type Handlers = Omit<
  RowsProps,
  | "emails"
  | "dayOrder"
  | "hasMore"
  | "isLoadingMore"
  | "hasMoreFailed"
  | "onMore"
  | "onMoreAgain"
  | "isOutgoing"
  | "hasButtons"
  | "isOfAll"
>;

export interface MessageListProps extends Handlers {
  view: MailView;
  query: ListQuery;
  list: ReturnType<typeof useEmails>;
  unread: number;
  /** True if a filter hides part of the view. */
  isNarrowed: boolean;
  onShowAll: () => void;
  onSelectAll: () => void;
  onInbox: () => void;
  /** Actions on the selected messages; replaces the header. */
  bulkBar: ReactNode;
  /** On a phone it is at the bottom instead, within the thumb's reach. */
  isBulkBarBelow: boolean;
  /** Filter of the list, in the header. */
  filter: ReactNode;
  /** Actions on the list as a whole, in the header. */
  menu: ReactNode;
  /** Ends of the header on a phone. */
  start: ReactNode;
  end: ReactNode;
  /** Note between header and rows. */
  note: ReactNode;
  /** Shown in place of the rows if a search finds none, is invalid, or has no response; false in other lists. */
  nothing: ReactNode;
}

/** A list of messages: a header, and below it the rows or the reason why they are missing. */
export function MessageList(props: MessageListProps) {
  const { name, unread, bulkBar, isBulkBarBelow } = props;
  const hasBarBelow = isBulkBarBelow && Boolean(bulkBar);
  const isHiding = Boolean(props.start) && !hasBarBelow;
  const hasRows = props.list.emails.length > 0;
  useEffect(() => clearScrollMark, [props.listKey, hasRows, hasBarBelow]);
  return (
    <section
      id="message-list"
      tabIndex={-1}
      aria-label={name}
      className={cn(
        "flex min-h-0 flex-col bg-surface outline-none",
        // As much longer as the header is high, which moves out of the window.
        isHiding
          ? "h-[calc(100%+3.25rem)] transition-[translate] duration-200 in-data-scrolled:-translate-y-13 short:h-[calc(100%+2.75rem)] short:in-data-scrolled:-translate-y-11"
          : "h-full",
      )}
    >
      <title>{`${unread > 0 ? `(${unread}) ` : ""}${name} · ${pageTexts.product}`}</title>
      {(!isBulkBarBelow && bulkBar) || (
        <ListHeader
          name={name}
          unread={unread}
          onSelectAll={props.onSelectAll}
          isSearch={props.view.kind === "search"}
          filter={props.filter}
          menu={props.menu}
          start={props.start}
          end={props.end}
        />
      )}
      {props.note}
      <ListBody {...props} key={props.listKey} />
      {hasBarBelow && bulkBar}
    </section>
  );
}

/** Returns the order of the days in a list. Snoozed messages show when they return, and results may be ordered by relevance. */
function dayOrderOf(view: MailView, { sort, order }: ListQuery): DayOrder {
  const isSnoozed = view.kind === "folder" && view.slug === "snoozed";
  return isSnoozed || order === "relevance" ? null : (sort ?? "newest");
}

/** Returns the reason why loaded data is unavailable: the folder or account was deleted elsewhere. */
function missingTitle(error: Error | null): string | null {
  const code = error instanceof ApiFailure ? error.code : "";
  if (code === "account.not_found") return listTexts.removedAccount;
  return code === "folder.not_found" ? listTexts.gone : null;
}

const noFailure = { error: null, count: 0 };

function ListBody({ list, ...props }: MessageListProps) {
  const isEmpty = list.emails.length === 0;
  // `failureReason`, because the request is retried until the server responds.
  const failure = list.error ?? list.failureReason;
  const isFinal = failure instanceof ApiFailure && failure.status <= 400;
  const [failed, setFailed] = useState<{ error: Error | null; count: number }>(noFailure);
  if (list.error && list.errorUpdateCount > failed.count)
    setFailed({ error: list.error, count: list.errorUpdateCount });
  // It stays while the list is fetched again automatically, and makes space for the rows once the user retries.
  const error = list.isPending ? failed.error : list.error;
  if (props.nothing && isEmpty && isFinal) return props.nothing;
  if (list.isPending && !error) {
    return (
      <SkeletonAfter delayMs={limits.skeletonDelayMs}>
        <RowSkeletons />
      </SkeletonAfter>
    );
  }
  const gone = missingTitle(error);
  if (gone) {
    return (
      <EmptyState
        title={gone}
        hint={gone === listTexts.gone && listTexts.missingHint}
        action={<Button onClick={props.onInbox}>{listTexts.toInbox}</Button>}
      />
    );
  }
  if (error && isEmpty) {
    const isAway = error instanceof ApiFailure && error.status === 0;
    return (
      <ErrorState
        title={isAway ? texts.waiting.notHere : listTexts.failed}
        message={isAway ? texts.waiting.listNotHere : sentenceOf(error, listTexts.failedHint)}
        retryLabel={listTexts.retry}
        onRetry={() => {
          setFailed({ error: null, count: list.errorUpdateCount });
          void list.refetch();
        }}
      />
    );
  }
  // All loaded messages were moved away, but more may be on the server.
  if (isEmpty && !list.hasNextPage) return props.nothing || <NothingHere {...props} />;
  const { view } = props;
  return (
    <>
      <Arrivals emails={list.emails} />
      <MessageRows
        {...props}
        isOutgoing={
          props.query.followUp === "they-owe" ||
          (view.kind === "folder" && (view.slug === "sent" || view.slug === "drafts"))
        }
        hasButtons={props.query.followUp !== undefined}
        // A user's own folder belongs to one account.
        isOfAll={props.query.accountId === null && view.kind !== "own"}
        emails={list.emails}
        dayOrder={dayOrderOf(view, props.query)}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        hasMoreFailed={list.isFetchNextPageError}
        onMoreAgain={() => {
          // If the server no longer knows this position in the list, start again from the top.
          const isRefused = list.error instanceof ApiFailure && list.error.status < 500;
          void (isRefused ? list.refetch() : list.fetchNextPage({ cancelRefetch: false }));
        }}
        onMore={() => {
          // It would abort a running fetch of the list, and new messages would be missing.
          if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
        }}
      />
    </>
  );
}

function NothingHere({ view, isNarrowed, name, onShowAll }: Omit<MessageListProps, "list">) {
  if (isNarrowed) {
    return (
      <EmptyState
        title={listTexts.emptyNarrowed}
        action={<Button onClick={onShowAll}>{listTexts.showAll}</Button>}
      />
    );
  }
  const key = view.kind === "folder" ? view.slug : view.kind;
  const ways: Partial<Record<string, string>> = listTexts.emptyWays;
  const way = ways[key];
  const instead: Partial<Record<string, string>> = listTexts.emptyHints;
  return (
    <EmptyState
      title={listTexts.empty(view.kind === "folder" ? name.toLowerCase() : name)}
      hint={
        <>
          {instead[key] ?? listTexts.emptyHint}
          {way && <span className="block">{way}</span>}
        </>
      }
    />
  );
}
