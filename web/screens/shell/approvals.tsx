import { useQueryClient } from "@tanstack/react-query";
import { ApprovalBar } from "#/features/approvals/approval-bar.tsx";
import { editProgramsMail, watchProgramsMail } from "#/features/compose/programs-mail.ts";

/** What programs want to send, and the composer for what the person would rather say otherwise. */
export function Approvals() {
  const client = useQueryClient();
  return (
    <ApprovalBar
      onEdit={(letter) => editProgramsMail(client, letter)}
      onApproved={(letter, said) => watchProgramsMail(client, letter, said)}
    />
  );
}
