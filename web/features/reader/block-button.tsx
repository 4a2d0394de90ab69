import { Ban } from "lucide-react";
import { call } from "#/api/client.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";

const words = readerTexts.block;

/** Moves future messages from this address to Spam. */
export function BlockButton({ address }: { address: string }) {
  const attempt = async (work: () => Promise<unknown>, onDone: () => void) => {
    try {
      await work();
      onDone();
    } catch (error) {
      warn(sentenceOf(error, readerTexts.failed));
    }
  };
  const unblock = () =>
    attempt(
      () => call("DELETE /senders/blocked/{address}", { address }),
      () => notify(words.undone(address)),
    );
  const block = () =>
    attempt(
      () => call("PUT /senders/blocked/{address}", { address }),
      () => notifyUndoable(words.done(address), () => void unblock()),
    );
  return (
    <Button tone="quiet" onClick={() => void block()} className="-ms-2">
      <Ban size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.label(address)}
    </Button>
  );
}
