import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { VolumeX } from "lucide-react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { mailAction } from "#/state/changes/mail-actions.ts";
import { Button } from "#/ui/button.tsx";

const { change, doneText } = mailAction("unmute");

/** Explains that a conversation is muted, and offers to unmute it. */
export function MutedBanner({ email }: { email: EmailRow }) {
  const client = useQueryClient();
  const unmute = () =>
    changeEmails(client, { target: { ids: new Set([email.id]) }, change, doneText: doneText(1) });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-sunken/60 px-3 py-2 text-control text-ink-2">
      <VolumeX size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-40 flex-1">{readerTexts.muted}</span>
      <Button onClick={unmute}>{readerTexts.unmute}</Button>
    </div>
  );
}
