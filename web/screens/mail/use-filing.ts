import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ListQuery } from "#/api/queries.ts";
import { slideOut } from "#/features/message-list/row-exit.ts";
import { changeEmails, type Order } from "#/state/changes/change-email.ts";
import {
  type ActionName,
  isOffered,
  type MailAction,
  mailAction,
  type QuestionName,
} from "#/state/changes/mail-actions.ts";
import {
  type Change,
  emailWith,
  flagsOf,
  staysIn,
  type Target,
} from "#/state/changes/pending-change.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { type MailView, useMailPlace } from "#/state/view/mail-route.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { select, only, type Selection } from "#/state/view/selection.ts";

/** Messages of the list that an action applies to. */
export interface Meant {
  ids: readonly string[];
  /** Includes everything in the list, loaded or not. */
  isAll: boolean;
}

/** An action that requires confirmation. */
export interface Question extends Meant {
  name: QuestionName | "empty";
}

/** The list that is shown, as far as actions on its messages need it. */
export interface FiledList {
  view: MailView;
  name: string;
  query: ListQuery;
  key: string;
  ids: readonly string[];
  /** Number of messages in the list, if known. */
  total: number;
  hasMore: boolean;
  selection: Selection;
  cursorId: string | null;
  setCursorId: (id: string) => void;
  onQuestion: (question: Question) => void;
  /** Replaces the step to another row once the current message was moved away. */
  onMoved?: () => void;
  /** Called when that was undone or refused. */
  onReverted?: (id: string, isUndone: boolean) => void;
}

/** Returns all actions on messages of this screen, which also move to the next message. Not part of the first paint. */
export function useFiling(list: FiledList) {
  const client = useQueryClient();
  const place = useMailPlace();
  const advance = usePreference("autoAdvance");
  const selected = list.ids.filter((id) => list.selection.ids.has(id));
  const current = place.emailId ?? list.cursorId;

  /** Returns the selection; without one, the message that is open or under the keyboard cursor. */
  const meant = (): Meant => {
    if (selected.length > 0) return { ids: selected, isAll: list.selection.isAll };
    return { ids: current === null ? [] : [current], isAll: false };
  };
  /** Returns the row alone, or the selection if it contains the row. */
  const meantBy = (id: string): Meant =>
    selected.includes(id) ? meant() : { ids: [id], isAll: false };

  const clear = () => select(list.key, only([]));
  /** Applies an action and returns a function that undoes it. */
  const file = (action: MailAction, { ids, isAll }: Meant, options: FileOptions = {}) => {
    const { change } = action;
    if (ids.length === 0) return undefined;
    const isWithThreads = list.query.isByThread === true && isOfThreads(change);
    const target = {
      ids: new Set(ids),
      ...(isAll && { all: list.query }),
      ...(isWithThreads && { isWithThreads }),
    };
    const leaving = leavingOf(client, list, { target, change });
    const isMoved = isMove(change) ? ids.includes(current ?? "") : leaving.includes(current ?? "");
    slideOut(leaving);
    if (!list.onMoved) moveOn(leaving, options.step);
    // While a reply was being sent, the user may have opened another message.
    else if (isMoved && place.openNow() === place.emailId) list.onMoved();
    const undoChange = changeEmails(client, {
      target,
      change,
      doneText: action.doneText(isAll ? list.total : ids.length),
      isQuiet: options.isQuiet ?? false,
      onReverted: (isUndone) => {
        if (isMoved) list.onReverted?.(current ?? "", isUndone);
      },
      ...(options.send && { send: options.send }),
    });
    if (leaving.length > 0 || isAll) clear();
    return undoChange;
  };
  /** Moves the open message or the cursor to the nearest row that stays when its row leaves, or back to the list. */
  const moveOn = (leaving: readonly string[], asked: 1 | -1 | undefined) => {
    const step = asked ?? (advance === "previous" ? -1 : 1);
    if (current === null || !leaving.includes(current)) return;
    // While a reply was being sent, the user may have opened another message.
    if (place.openNow() !== place.emailId) return;
    const stays = (id: string) => {
      if (leaving.includes(id)) return false;
      // A draft would open in the composer, which takes the next key.
      const row = place.emailId ? findRow(client, id) : undefined;
      return !row || !flagsOf(row).isDraft;
    };
    const next = nearest(list.ids, current, step, stays);
    if (next !== undefined) list.setCursorId(next);
    if (!place.emailId) return;
    const isAtEnd = next === undefined || (advance === "list" && asked === undefined);
    if (isAtEnd) void place.closeEmail();
    else place.openEmail(next);
  };
  return {
    isMuted: ({ ids }: Meant) => ids.some((id) => findRow(client, id)?.isMuted === true),
    view: place.view,
    current,
    meant,
    meantBy,
    file,
    clear,
    /** Applies the named action, if it is offered; permanent deletion is confirmed first. */
    act: (name: ActionName, of: Meant = meant(), options: FileOptions = {}) => {
      if (!isOffered(place.view, name)) return;
      if (name === "deleteForever") list.onQuestion({ name, ...of });
      else file(mailAction(name), of, { isQuiet: isFlag(name) && of.ids.length === 1, ...options });
    },
    ask: (name: QuestionName, of: Meant = meant()) => {
      if (of.ids.length > 0 && isOffered(place.view, name)) list.onQuestion({ name, ...of });
    },
    /** Returns true if one of the messages has the flag in this state. */
    some: (flag: "isStarred" | "isSeen", is: boolean, { ids }: Meant) =>
      ids.some((id) => {
        const row = findRow(client, id);
        return row !== undefined && flagsOf(row)[flag] === is;
      }),
  };
}

/** Returns the messages that a change takes out of the list. */
function leavingOf(
  client: QueryClient,
  list: FiledList,
  { target, change }: { target: Target; change: Change },
): string[] {
  return [...target.ids].filter((id) => {
    const row = list.ids.includes(id) ? findRow(client, id) : undefined;
    const after = row && emailWith(row, { kind: "change", target, change });
    return after && !staysIn(list.query, after, change);
  });
}

/** Returns the nearest message that stays: in the direction of the step, else in the other one. */
function nearest(
  ids: readonly string[],
  from: string,
  step: 1 | -1,
  stays: (id: string) => boolean,
): string | undefined {
  const at = ids.indexOf(from);
  const below = ids.slice(at + 1).find(stays);
  const above = ids.slice(0, at).findLast(stays);
  return step === 1 ? (below ?? above) : (above ?? below);
}

export type Filing = ReturnType<typeof useFiling>;

interface FileOptions {
  /** Direction in which to step from the open message. */
  step?: 1 | -1;
  isQuiet?: boolean;
  send?: NonNullable<Order["send"]>;
}

/** Returns true for a change that takes messages out of sight. */
function isMove({ folder, snoozeUntil, deleteForever }: Change): boolean {
  return Boolean(folder ?? snoozeUntil ?? deleteForever);
}

/** Returns false for a star, which marks one message, and for marking as unread, which applies to the newest. */
function isOfThreads({ starred, seen }: Change): boolean {
  return starred === undefined && seen !== false;
}

/** A change that the row itself shows needs no notification. */
function isFlag(name: ActionName): boolean {
  return name === "read" || name === "unread" || name === "star" || name === "unstar";
}
