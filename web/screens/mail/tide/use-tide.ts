import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { forgetTide, keepTide, type KeptTide, keptTide } from "#/screens/mail/tide/kept-tide.ts";
import {
  arrivedIn,
  beginTide,
  leftOf,
  pass,
  unpass,
  withLoaded,
} from "#/screens/mail/tide/tide.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { offerUndo } from "#/state/changes/undo.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { only } from "#/state/view/selection.ts";

/** The next page is fetched once fewer are left. */
const fetchBelow = 10;

/** Returns the emails that are left to look at, and registers the keys that go through them. */
export function useTide({ filed, list }: ShownList) {
  const place = useMailPlace();
  const { emailId } = place;
  // A draft opens in the composer.
  const shownRows = list.emails.filter((email) => !flagsOf(email).isDraft);
  const ids: string[] = shownRows.map(({ id }) => id);
  const hasMore = list.hasNextPage || list.isPending;
  const { key } = filed;
  const [begun] = useState<KeptTide>(
    () => keptTide(key) ?? { key, tide: beginTide(ids, hasMore), startedAt: Date.now() },
  );
  const [tide, setTide] = useState(begun.tide);
  // A list that is being loaded says nothing of its end.
  const grown = list.isPending ? tide : withLoaded(tide, ids, hasMore);
  if (grown !== tide) setTide(grown);
  // The open one counts until it is passed, also after a filter of unread ones has lost it.
  const left = leftOf(grown, emailId === null ? ids : [...ids, emailId]);
  useEffect(() => keepTide({ ...begun, tide: grown }), [begun, grown]);
  useEffect(() => forgetTide, []);

  useNextPage(list, left.length);
  useFirstOpen(list.isPending ? null : ids, left[0]);
  const open = (id: string) => {
    setTide((now) => unpass(now, id));
    place.openEmail(id);
  };
  const undo = useKeptUndo(open);
  const advance = () => {
    if (emailId === null) return;
    setTide((now) => pass(now, emailId));
    const nextId = left.find((id) => id !== emailId);
    if (nextId === undefined) void place.closeEmail();
    else place.openEmail(nextId);
  };
  const keep = () => {
    if (emailId !== null) undo.offer(emailId);
    advance();
  };
  const kept = grown.passed.findLast((id) => id !== emailId && ids.includes(id));
  useCommands({
    next: emailId === null ? undefined : keep,
    previous: kept === undefined ? undefined : () => undo.goBack(kept),
    back: () => void place.leaveTide(),
  });
  return {
    emailId,
    left,
    hasMore: list.hasNextPage,
    startedAt: begun.startedAt,
    list: {
      ...filed,
      ids: left,
      // The rows that are selected in the list cannot be seen here.
      selection: only([])(),
      onMoved: advance,
      onReverted: (id: string, isUndone: boolean) => {
        if (isUndone) undo.goBack(id);
        else setTide((now) => unpass(now, id));
      },
    },
    done: grown.known.length - left.length,
    // Only this page knows how to undo.
    canUndo: grown.passed.some((id) => !begun.tide.passed.includes(id)),
    arrived: arrivedIn(grown, ids).length,
    takeArrived: () =>
      setTide((now) => ({ ...now, known: [...arrivedIn(now, ids), ...now.known] })),
    leave: () => void place.leaveTide(),
  };
}

/** Fetches the next page of the list in time. A page that failed waits for the user. */
function useNextPage(list: ShownList["list"], left: number): void {
  const { fetchNextPage } = list;
  const isWanted =
    left < fetchBelow && list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
}

/** Opens the first one while none is open; `ids` is null until the list is known. */
function useFirstOpen(ids: readonly string[] | null, firstId: string | undefined): void {
  const place = useMailPlace();
  const isKnown = ids !== null;
  // The address may name an email of another account, or one that is gone.
  const leaveForeign = useEffectEvent(() => {
    if (place.emailId !== null && !ids?.includes(place.emailId)) void place.closeEmail();
  });
  useEffect(() => {
    if (isKnown) leaveForeign();
  }, [isKnown]);
  const openFirst = useEffectEvent((id: string) => place.openEmail(id));
  const waitingId = place.emailId === null ? firstId : undefined;
  useEffect(() => {
    if (waitingId !== undefined) openFirst(waitingId);
  }, [waitingId]);
}

/** Puts kept emails among the actions that can be undone, as long as the tide is shown. */
function useKeptUndo(open: (id: string) => void) {
  const withdraws = useRef(new Map<string, () => void>());
  const isShown = useRef(true);
  useEffect(() => {
    const { current: all } = withdraws;
    isShown.current = true;
    return () => {
      isShown.current = false;
      for (const withdraw of all.values()) withdraw();
    };
  }, []);
  const goBack = (id: string) => {
    withdraws.current.get(id)?.();
    // After the user left, undo only reverts the action.
    if (isShown.current) open(id);
  };
  return {
    goBack,
    offer: (id: string) => {
      withdraws.current.set(
        id,
        offerUndo(() => goBack(id)),
      );
    },
  };
}
