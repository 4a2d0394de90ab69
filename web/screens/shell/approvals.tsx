import { useQueryClient } from "@tanstack/react-query";
import { ApprovalBar } from "#/features/approvals/approval-bar.tsx";
import {
  editPendingMessage,
  watchPendingMessage,
} from "#/features/compose/send/api-client-message.ts";

/** Messages that API clients want to send, and the composer to edit them. */
export function Approvals() {
  const client = useQueryClient();
  return (
    <ApprovalBar
      onEdit={(letter) => editPendingMessage(client, letter)}
      onApproved={(letter, doneText) => watchPendingMessage(client, letter, doneText)}
    />
  );
}
