import { limits } from "@inlet/contract/limits.ts";
import { type RefObject, useEffect, useRef } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { Button } from "#/ui/button.tsx";

/** Loads the next page when the user scrolls near it. After a failure it is loaded when the user selects retry. */
export function ListFooter(props: {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
  onAgain: () => void;
  root: RefObject<HTMLElement | null>;
}) {
  const footer = useRef<HTMLDivElement>(null);
  const { hasMore, isLoading, hasFailed, onMore, root } = props;
  useEffect(() => {
    if (!footer.current || !hasMore || isLoading || hasFailed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore();
      },
      {
        root: root.current,
        rootMargin: `${limits.listScrollMarginPx}px`,
        threshold: limits.listScrollThreshold,
      },
    );
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading, hasFailed, onMore, root]);
  if (hasFailed) {
    return (
      <div
        role="alert"
        className="flex min-h-14 items-center justify-center gap-3 px-5 py-2 text-label text-ink-2 mb-8 max-md:mb-18 md:dock-open:mb-[min(41rem,100dvh-4rem)]"
      >
        {listTexts.moreFailed}
        <Button onClick={props.onAgain}>{listTexts.retry}</Button>
      </div>
    );
  }
  return (
    <div
      ref={footer}
      // Floating buttons cover the end of the list: no row may end up below them.
      className="flex h-12 items-center justify-center text-label text-ink-3 mb-8 max-md:mb-18 md:dock-open:mb-[min(41rem,100dvh-4rem)]"
    >
      {isLoading ? listTexts.loadingMore : hasMore ? listTexts.scrollForMore : listTexts.allLoaded}
    </div>
  );
}
