import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { emailQuery } from "#/api/queries.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";

/** The sender requests a read receipt. None is sent without the user's consent. */
export function ReceiptBanner({ email }: { email: Email }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const answer = async (send: boolean) => {
    setBusy(true);
    try {
      await call("POST /email/{emailId}/receipt", { emailId: email.id, send });
      if (send) notify(readerTexts.receipt.sent);
    } catch (error) {
      warn(sentenceOf(error, readerTexts.failed));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: emailQuery(email.id).queryKey });
    }
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-sunken/60 px-3 py-2 text-control text-ink-2">
      <span className="min-w-48 flex-1">{readerTexts.receipt.asked}</span>
      <span className="flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => void answer(true)}>
          {readerTexts.receipt.send}
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={() => void answer(false)}>
          {readerTexts.receipt.refuse}
        </Button>
      </span>
    </div>
  );
}
