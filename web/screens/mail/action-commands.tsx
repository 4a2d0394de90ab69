import { useQueryClient } from "@tanstack/react-query";
import { threadQuery } from "#/api/queries.ts";
import { useDraftMarks } from "#/features/compose/drafts/thread-drafts.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { snoozeUntil } from "#/features/filing/snooze-until.ts";
import { lazy } from "react";
import { doneTexts } from "#/texts/shared/done-texts.ts";
import { QuickLook } from "#/screens/mail/quick-look.tsx";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { type Runs, useCommands } from "#/state/commands/commands.ts";
import { useSnoozeCurrent } from "#/state/commands/snooze-current.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { type ActionName, isOffered, type QuestionName } from "#/state/changes/mail-actions.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { askToSave, type SaveKind, useSaveQuestion } from "#/state/view/save-to-integration.ts";
import { only, select, toggled } from "#/state/view/selection.ts";
import { OptionalPart } from "#/ui/form/optional-part.tsx";

interface Props {
  list: FiledList;
  /** Opens the menu of all actions beside a row. */
  onMenu: (at: { id: string; x: number; y: number }) => void;
}

const SaveDialog = lazy(async () => ({
  default: (await import("#/features/save-to-integration/save-dialog.tsx")).SaveDialog,
}));

/** Offers all actions on messages as commands, and snooze; marks drafts in the list; renders the quick look and the save dialog. */
export function ActionCommands({ list, onMenu }: Props) {
  const { isTide } = useMailPlace();
  const selecting = useSelecting(list);
  useCommands({
    ...useActions(list),
    // There are no rows to select.
    ...(!isTide && selecting),
    ...useMore(list, onMenu),
    triage: useTriage(list),
  });
  useDraftMarks();
  const filing = useFiling(list);
  const of = filing.meant();
  const canSnooze = of.ids.length > 0 && isOffered(list.view, "snooze");
  useSnoozeCurrent(
    canSnooze ? (until) => filing.file(snoozeUntil(until, new Date()), of) : undefined,
  );
  const isSaving = useSaveQuestion(({ asked }) => asked !== null);
  return (
    <>
      <QuickLook list={list} />
      {isSaving && (
        <OptionalPart>
          <SaveDialog />
        </OptionalPart>
      )}
    </>
  );
}

/** Returns the command that shows the messages one at a time; undefined where they cannot be archived. */
export function useTriage({ view, ids }: FiledList): (() => void) | undefined {
  const place = useMailPlace();
  if (place.isTide || ids.length === 0 || !isOffered(view, "archive")) return undefined;
  return () => void place.startTide();
}

/** Returns the commands for the selected messages, or for the one that is open or under the cursor. */
function useActions(list: FiledList): Runs {
  const filing = useFiling(list);
  const client = useQueryClient();
  const { view } = list;
  const of = filing.meant();
  const isMuted = filing.isMuted(of);
  const can = (name: ActionName | QuestionName) => of.ids.length > 0 && isOffered(view, name);
  const act = (name: ActionName, step?: 1 | -1) =>
    can(name) ? () => filing.act(name, of, step && { step }) : undefined;
  const ask = (name: QuestionName) => (can(name) ? () => filing.ask(name, of) : undefined);
  /** Removes the messages from the current view, in the way that fits the view. */
  const leave = () => {
    if (view.kind === "label") {
      const change = { labels: { add: [], remove: [view.label] } };
      const action = { change, doneText: filingTexts.label.done };
      return of.ids.length > 0 ? () => filing.file(action, of) : undefined;
    }
    if (view.kind === "folder" && view.slug === "starred") return act("unstar");
    if (view.kind === "folder" && view.slug === "snoozed") return act("unsnooze");
    return act("archive") ?? act("notSpam");
  };
  const unreadFrom = () => {
    const row = list.ids.includes(filing.current ?? "") && findRow(client, filing.current ?? "");
    if (!row) return;
    const thread = client.getQueryData(threadQuery(row.threadId).queryKey)?.emails ?? [];
    const later = thread.filter(({ emailDate }) => emailDate >= row.emailDate);
    const ids = new Set([row.id, ...later.map(({ id }) => id)]);
    changeEmails(client, {
      target: { ids },
      change: { seen: false },
      doneText: doneTexts.unread(ids.size),
      isQuiet: true,
    });
  };
  /** A page or a card can be created from one message only. */
  const save = (kind: SaveKind) => {
    const [id, ...more] = of.ids;
    const isOne = id !== undefined && more.length === 0 && !of.isAll;
    return isOne ? () => askToSave(id, kind) : undefined;
  };
  return {
    archive: act("archive"),
    archiveNext: act("archive", 1),
    archivePrevious: act("archive", -1),
    leave: leave(),
    remove: act("trash") ?? act("deleteForever"),
    spam: act("spam"),
    notSpam: act("notSpam"),
    inbox: act("inbox"),
    snooze: ask("snooze"),
    unsnooze: act("unsnooze"),
    mute: isMuted ? undefined : act("mute"),
    unmute: isMuted ? act("unmute") : undefined,
    star: act(filing.some("isStarred", false, of) ? "star" : "unstar"),
    read: act("read"),
    unread: act("unread"),
    unreadFrom: of.ids.length > 0 ? unreadFrom : undefined,
    label: ask("label"),
    move: ask("move"),
    copy: ask("copy"),
    saveNotion: save("notion"),
    saveTrello: save("trello"),
  };
}

function useSelecting(list: FiledList): Runs {
  const client = useQueryClient();
  const { key, ids, cursorId, selection } = list;
  const current = useFiling(list).current ?? cursorId;
  const those = (flag: "isSeen" | "isStarred", is: boolean) => () => {
    const chosen = ids.filter((id) => {
      const row = findRow(client, id);
      return row !== undefined && flagsOf(row)[flag] === is;
    });
    select(key, only(chosen));
  };
  if (ids.length === 0) return {};
  return {
    select: current === null ? undefined : () => select(key, toggled(current)),
    selectAll: () => select(key, only(ids)),
    selectNone: selection.ids.size > 0 ? () => select(key, only([])) : undefined,
    selectRead: those("isSeen", true),
    selectUnread: those("isSeen", false),
    selectStarred: those("isStarred", true),
    selectUnstarred: those("isStarred", false),
  };
}

function useMore({ cursorId, ids }: FiledList, onMenu: Props["onMenu"]): Runs {
  const id = cursorId ?? "";
  const more = () => {
    const row = document.querySelector(`[data-email="${CSS.escape(id)}"]`);
    const box = row?.getBoundingClientRect();
    if (box) onMenu({ id, x: box.left + box.width / 3, y: box.bottom });
  };
  return { more: ids.includes(id) ? more : undefined };
}
