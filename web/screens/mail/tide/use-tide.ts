import { useEffect, useState } from "react";
import { useFiling } from "#/screens/mail/use-filing.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import {
  arrivedIn,
  beginTide,
  leftOf,
  pass,
  type Tide,
  unpass,
  withLoaded,
} from "#/screens/mail/tide/tide.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { undoLatest } from "#/state/changes/undo.ts";
import { isOffered } from "#/state/changes/mail-actions.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";

/** The next page is fetched once fewer are left. */
const fetchBelow = 10;

/** Returns the emails that are left to look at, and registers the keys that go through them. */
export function useTide({ filed, list }: ShownList) {
  const place = useMailPlace();
  const { emailId } = place;
  // A draft opens in the composer.
  const shownRows = list.emails.filter((email) => !flagsOf(email).isDraft);
  const ids: string[] = shownRows.map(({ id }) => id);
  const [tide, setTide] = useState<Tide>(() => beginTide(ids));
  const grown = withLoaded(tide, ids);
  if (grown !== tide) setTide(grown);
  const left = leftOf(grown, ids);
  const [firstId] = left;
  const [startedAt] = useState(() => performance.now());
  /** The emails that were shown, the latest last: undo goes back through them. */
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (emailId !== null && seen.at(-1) !== emailId) {
    setSeen([...seen.filter((id) => id !== emailId), emailId]);
  }
  // The actions move to the next one that is left.
  const tideList = { ...filed, ids: left };
  const filing = useFiling(tideList);

  const hasMore = list.hasNextPage;
  const needsMore = left.length < fetchBelow && hasMore && !list.isFetchingNextPage;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  const waitingId = emailId === null ? firstId : undefined;
  const { openEmail } = place;
  useEffect(() => {
    if (waitingId !== undefined) openEmail(waitingId);
    // oxlint-disable-next-line react/exhaustive-deps -- openEmail is a new function in each render
  }, [waitingId]);

  const advance = (isActed: boolean) => {
    if (emailId === null) return;
    setTide((now) => pass(now, emailId, isActed));
    const nextId = left.find((id) => id !== emailId);
    if (nextId === undefined) void place.closeEmail();
    else place.openEmail(nextId);
  };
  const goBack = (id: string) => {
    setTide((now) => unpass(now, id));
    place.openEmail(id);
  };
  const behind = seen.filter((id) => id !== emailId && !left.includes(id));
  const latest = behind.at(-1);
  const kept = behind.findLast((id) => ids.includes(id));
  const undo = () => {
    const isKept = grown.passed.some(({ id, isActed }) => id === latest && !isActed);
    if (!isKept) undoLatest();
    if (latest !== undefined) goBack(latest);
  };
  const archive = () => {
    filing.act("archive", filing.meant(), { step: 1 });
    // Under a star, in a label or a search, an archived email stays.
    const { view } = filed;
    const stays = view.kind === "folder" ? view.slug === "starred" : view.kind !== "own";
    if (stays) advance(true);
  };
  useCommands({
    next: emailId === null ? undefined : () => advance(false),
    previous: kept === undefined ? undefined : () => goBack(kept),
    archive: emailId !== null && isOffered(filed.view, "archive") ? archive : undefined,
    back: () => void place.leaveTide(),
    undo,
  });
  return {
    emailId,
    left,
    hasMore,
    startedAt,
    list: tideList,
    done: grown.known.length - left.length,
    undo: latest === undefined ? undefined : undo,
    arrived: arrivedIn(grown, ids).length,
    takeArrived: () =>
      setTide((now) => ({ ...now, known: [...arrivedIn(now, ids), ...now.known] })),
    leave: () => void place.leaveTide(),
  };
}
