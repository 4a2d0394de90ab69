import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { ConfirmDialog } from "#/features/filing/confirm-dialog.tsx";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { LabelDialog } from "#/features/filing/label-dialog.tsx";
import { MoveDialog } from "#/features/filing/move-dialog.tsx";
import { SnoozeDialog } from "#/features/filing/snooze-dialog.tsx";
import {
  type FiledList,
  type Filing,
  type Question,
  useFiling,
} from "#/screens/mail/use-filing.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { type MailAction, mailAction } from "#/state/changes/mail-actions.ts";
import { findRow } from "#/state/changes/find-row.ts";

/** Dialogs that ask for input before an action. Each closes with an animation. */
export function Questions({ list, question }: { list: FiledList; question: Question }) {
  const filing = useFiling(list);
  const [isOpen, setOpen] = useState(true);
  const shown = { isOpen, onClose: () => setOpen(false) };
  const file = (action: MailAction) => {
    setOpen(false);
    filing.file(action, question);
  };
  switch (question.name) {
    case "snooze":
      return <SnoozeDialog {...shown} emailId={question.ids[0]} onFile={file} />;
    case "move":
    case "copy":
      return <Move {...shown} list={list} question={question} onFile={file} />;
    case "label":
      return <Labels {...shown} question={question} onFile={file} />;
    case "deleteForever":
      return (
        <ConfirmDialog
          {...shown}
          title={filingTexts.remove.title(question.isAll ? list.total : question.ids.length)}
          question={filingTexts.remove.question}
          confirm={filingTexts.remove.confirm}
          onConfirm={() => file(mailAction("deleteForever"))}
        />
      );
    case "empty":
      return <Empty {...shown} list={list} filing={filing} question={question} />;
  }
}

interface Shown {
  isOpen: boolean;
  onClose: () => void;
}

function useRows({ ids }: Question) {
  const client = useQueryClient();
  return ids.flatMap((id) => findRow(client, id) ?? []);
}

function Move(
  props: Shown & {
    question: Question;
    list: FiledList;
    onFile: (action: MailAction) => void;
  },
) {
  const { question } = props;
  const { query, view } = props.list;
  const accounts = new Set(useRows(question).map(({ accountId }) => accountId));
  const [only] = accounts;
  // Some of the affected messages may not be loaded.
  const isOne = accounts.size === 1 && (!question.isAll || query.accountId !== null);
  return (
    <MoveDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      onFile={props.onFile}
      isCopy={question.name === "copy"}
      accountId={isOne ? (only ?? null) : null}
      presentId={presentFolder(view)}
      emailId={question.ids[0]}
    />
  );
}

/** Returns the folder that a view shows, by its role or id. */
function presentFolder(view: FiledList["view"]): string | null {
  if (view.kind === "own") return view.folderId;
  return view.kind === "folder" ? view.slug : null;
}

function Labels(props: Shown & { question: Question; onFile: (action: MailAction) => void }) {
  const rows = useRows(props.question);
  return (
    <LabelDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      onFile={props.onFile}
      tags={rows.map(({ tags }) => tags)}
      emailId={props.question.ids[0]}
    />
  );
}

function Empty({
  list,
  filing,
  question,
  isOpen,
  onClose,
}: Shown & { list: FiledList; filing: Filing; question: Question }) {
  const { view, name, query } = list;
  const { active } = useAccounts();
  const folder = view.kind === "folder" && view.slug === "spam" ? "spam" : "trash";
  const words = filingTexts.empty;
  const empty = () => {
    onClose();
    const { accountId } = query;
    filing.file(
      { change: { deleteForever: true }, doneText: () => words.done[folder] },
      { ids: question.ids, isAll: true },
      { send: () => call("POST /email/empty", { folder, ...(accountId && { accountId }) }) },
    );
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title[folder]}
      question={words.question(name)}
      hint={query.accountId && active ? words.oneAccount(active.account_mail) : undefined}
      confirm={words.action[folder]}
      onConfirm={empty}
    />
  );
}
