import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { ReplyDialog } from "#/features/compose/replies/reply-dialog.tsx";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { isOffered, mailAction } from "#/state/changes/mail-actions.ts";

/** The reply dialog, which can also archive the message that it answers. */
export function AnswerDialog({
  list,
  ...props
}: { list: FiledList } & Omit<ComponentProps<typeof ReplyDialog>, "onArchive">) {
  const client = useQueryClient();
  const filing = useFiling(list);
  const { email } = props;
  const archive = (isQuiet: boolean) => {
    // The row of a conversation represents all its messages.
    const row = filing.current === null ? undefined : findRow(client, filing.current);
    const id = row?.threadId === email.threadId ? row.id : email.id;
    return filing.file(mailAction("archive"), { ids: [id], isAll: false }, { isQuiet });
  };
  return (
    <ReplyDialog {...props} onArchive={isOffered(list.view, "archive") ? archive : undefined} />
  );
}
