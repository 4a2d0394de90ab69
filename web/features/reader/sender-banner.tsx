import type { Email } from "@inlet/contract/mail/email.ts";
import { ShieldAlert } from "lucide-react";
import { readerTexts } from "#/features/reader/reader-texts.ts";

/** Warnings about a possibly deceptive sender, each in a sentence. */
export function SenderBanner({ email }: { email: Email }) {
  if (email.warnings.length === 0) return null;
  return (
    <div
      role="note"
      className="mt-4 flex gap-3 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink"
    >
      <ShieldAlert
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="mt-0.5 shrink-0 text-danger"
      />
      <div className="min-w-0">
        <p className="font-semibold">{readerTexts.beCareful}</p>
        {email.warnings.map((warning) => (
          <p key={warning} className="text-ink-2">
            {readerTexts.warnings[warning](email.fromAddress.join(", "))}
          </p>
        ))}
      </div>
    </div>
  );
}
