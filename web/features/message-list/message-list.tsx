import { limits } from "@inlet/contract/limits.ts";
import { Arrivals } from "#/features/message-list/arrivals.tsx";
import { ListHeader } from "#/features/message-list/list-header.tsx";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { MessageRows } from "#/features/message-list/message-rows.tsx";
import { RowSkeletons } from "#/features/message-list/row-skeletons.tsx";
import { useEmails } from "#/features/message-list/use-emails.ts";
import { texts } from "#/lib/texts.ts";
import { useAccounts } from "#/state/active-account.ts";
import type { FolderSlug } from "#/state/place.ts";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { SkeletonAfter } from "#/ui/skeleton.tsx";

export interface MessageListProps {
  folder: FolderSlug;
  /** The mail that is open. */
  openId: string | null;
  /** The row that the keyboard stands on. */
  cursorId: string | null;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  onHover: (id: string) => void;
}

/** One folder's mail: a header, and below it the rows or why there are none. */
export function MessageList(props: MessageListProps) {
  const { activeId } = useAccounts();
  const list = useEmails(props.folder, activeId);
  const listKey = `${props.folder} ${activeId}`;
  return (
    <section
      id="message-list"
      tabIndex={-1}
      aria-label={texts.folders[props.folder]}
      className="flex h-full min-h-0 flex-col bg-surface outline-none"
    >
      <ListHeader folder={props.folder} />
      <ListBody {...props} list={list} listKey={listKey} key={listKey} />
    </section>
  );
}

function ListBody({
  list,
  ...props
}: MessageListProps & { list: ReturnType<typeof useEmails>; listKey: string }) {
  if (list.isPending) {
    return (
      <SkeletonAfter delayMs={limits.skeletonDelayMs}>
        <RowSkeletons />
      </SkeletonAfter>
    );
  }
  if (list.error && list.emails.length === 0) {
    return (
      <ErrorState
        title={listTexts.failed}
        message={list.error.message || listTexts.failedHint}
        retryLabel={listTexts.retry}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.emails.length === 0) {
    return (
      <EmptyState
        title={listTexts.empty(texts.folders[props.folder].toLowerCase())}
        hint={listTexts.emptyHint}
      />
    );
  }
  return (
    <>
      <Arrivals emails={list.emails} />
      <MessageRows
        {...props}
        emails={list.emails}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onMore={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
        }}
      />
    </>
  );
}
