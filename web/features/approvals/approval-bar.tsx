import { useQuery } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { approvalsQuery } from "#/api/approvals-query.ts";
import { approvalTexts as words } from "#/features/approvals/approval-texts.ts";
import { type ApprovalActions, PendingMessage } from "#/features/approvals/pending-message.tsx";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";

/** Shows pending messages of API clients on every screen, and lets the user decide. Hidden if no message is pending. */
export function ApprovalBar(actions: ApprovalActions) {
  const { data: letters = [] } = useQuery(approvalsQuery);
  const [isOpen, setOpen] = useState(false);
  const [first] = letters;
  // Close once everything is decided: the next message must not reopen it.
  if (isOpen && !first) setOpen(false);
  const doneText = !first
    ? ""
    : letters.length === 1
      ? words.one(first.program, first.draft.to)
      : words.many(letters.length);
  return (
    <>
      <output className="shrink-0">
        {doneText && (
          <span className="flex items-center justify-center gap-3 border-b border-line bg-warn-soft px-4 py-1.5 text-control text-ink">
            <ShieldQuestion
              size={16}
              strokeWidth={1.75}
              aria-hidden="true"
              className="shrink-0 text-warn"
            />
            <bdi className="min-w-0 max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate">
              {doneText}
            </bdi>
            <Button onClick={() => setOpen(true)}>{words.review}</Button>
          </span>
        )}
      </output>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={words.title}
        description={words.hint}
        closeLabel={words.close}
        width="wide"
        isFullOnPhone
      >
        <DialogBody className="flex flex-col gap-4">
          {letters.map((letter) => (
            <PendingMessage
              key={letter.id}
              letter={letter}
              {...actions}
              onEdit={async (one) => {
                setOpen(false);
                return actions.onEdit(one);
              }}
            />
          ))}
        </DialogBody>
      </Dialog>
    </>
  );
}
