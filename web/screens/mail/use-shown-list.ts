import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { countQuery } from "#/api/matching.ts";
import { useEmails } from "#/features/message-list/use-emails.ts";
import { openStoredDraft } from "#/screens/mail/lazy-parts.ts";
import type { FiledList, Question } from "#/screens/mail/use-filing.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { inboxParts } from "#/state/view/inbox-parts.ts";
import { listOf, type Narrowing, useViewName } from "#/state/view/mail-view.ts";
import { keyOf } from "#/state/changes/pending-change.ts";
import { type MailView, useMailPlace, useOpeningArrives } from "#/state/view/mail-route.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { only, select, useSelection } from "#/state/view/selection.ts";

/** Returns the list for the current address, with its rows, selection, cursor and confirmation. */
export function useShownList() {
  const place = useMailPlace();
  useOpeningArrives();
  const { view } = place;
  const { activeId } = useAccounts();
  const isByThread = usePreference("conversations");
  const sort = usePreference("sort");
  const resultOrder = usePreference("resultOrder");
  const splits = usePreference("splits");
  const { history } = useRouter();
  const [asked, setAsked] = useState<Asked>(() => {
    return { view, narrowing: everything, partId: history.location.state.inboxTab ?? "all" };
  });
  const { narrowing, partId } = isSameView(asked.view, view)
    ? asked
    : { narrowing: everything, partId: "all" };
  const part = inboxParts(splits).find(({ id }) => id === partId);
  const parted = { ...part?.narrowing, ...narrowing };
  const query = listOf(view, parted, { accountId: activeId, isByThread, sort, resultOrder });
  const key = keyOf(query);
  const isNarrowed = Object.keys(narrowing).length > 0;
  const { name, unread, here } = useViewName(view, activeId);
  const list = useEmails(query);
  const selection = useSelection(key);
  const [cursorId, setCursorId] = useState<string | null>(place.emailId);
  const { emails } = list;
  const ids = useMemo(() => emails.map(({ id }) => id), [emails]);
  // The selection of one list does not carry over to another.
  useEffect(() => () => select(key, only([])), [key]);

  const isDrafts = view.kind === "folder" && view.slug === "drafts";
  const open = (id: string) => {
    setCursorId(id);
    if (isDrafts) return void openStoredDraft(id);
    place.openEmail(id);
  };
  const isPageSelected = list.hasNextPage && ids.every((id) => selection.ids.has(id));
  // The number of messages is known only for whole folders.
  const known = isNarrowed || partId !== "all" ? 0 : here;
  const isCounted = known === 0 && isPageSelected;
  const { data: counted } = useQuery({ ...countQuery(query), enabled: isCounted });
  // Counted to let the same question be opened again while its dialog is still closing.
  const [question, setQuestion] = useState<{ count: number; question: Question } | null>(null);
  const filed: FiledList = {
    view,
    name,
    query,
    key,
    ids,
    // Beyond a very high count, the server returns only a lower bound.
    total: known || (counted?.isAtLeast ? 0 : (counted?.count ?? 0)),
    hasMore: list.hasNextPage,
    selection,
    cursorId,
    setCursorId,
    onQuestion: (next) => setQuestion({ count: (question?.count ?? 0) + 1, question: next }),
  };
  return {
    filed,
    list,
    unread,
    narrowing,
    isNarrowed,
    narrow: (next: Narrowing) => setAsked({ view, narrowing: next, partId }),
    /** The split of the inbox that is shown. */
    partId: part?.id ?? "all",
    showPart: (id: string) => setAsked({ view, narrowing, partId: id }),
    showAll: () => setAsked({ view, narrowing: everything, partId: "all" }),
    isDrafts,
    open,
    openId: place.emailId,
    isTide: place.isTide,
    hasRows: ids.length > 0,
    close: () => void place.closeEmail(),
    toInbox: () => void place.goTo({ kind: "folder", slug: "inbox" }),
    asked: question,
  };
}

const everything: Narrowing = {};

/** Filters and split that the user chose for a view. */
interface Asked {
  view: MailView;
  narrowing: Narrowing;
  partId: string;
}

export type ShownList = ReturnType<typeof useShownList>;

function isSameView(one: MailView, other: MailView): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
