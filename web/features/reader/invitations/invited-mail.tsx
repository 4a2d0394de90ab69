import type { Email } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { InvitationCard } from "#/features/reader/invitations/invitation-card.tsx";
import { invitationQuery } from "#/features/reader/invitations/invitation-query.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { usePassage } from "#/state/view/passage.ts";

/** The event of a message, and below it the text, which is folded if it only repeats the event. */
export function InvitedMail({ email, children }: { email: Email; children: ReactNode }) {
  const { data, isError } = useQuery(invitationQuery(email.id));
  const kind = data?.invitation.kind;
  // Only invitations and cancellations are written by programs. While the event is loading, its text is not shown and then folded.
  const isRepeated = kind === undefined ? !isError : kind === "request" || kind === "cancelled";
  const hasText = email.bodyPlain.trim() !== "";
  return (
    <>
      <InvitationCard email={email} />
      {isRepeated && hasText ? (
        <FoldedText email={email}>{children}</FoldedText>
      ) : (
        <div className="mt-5">{children}</div>
      )}
    </>
  );
}

function FoldedText({ email, children }: { email: Email; children: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(false);
  // A link to a passage of the text unfolds it.
  const passage = usePassage((state) =>
    state.passage?.emailId === email.id ? state.passage : null,
  );
  const [handled, setHandled] = useState<typeof passage>(null);
  if (passage !== handled) {
    setHandled(passage);
    if (passage) setUnfolded(true);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
        className="mt-2 -ms-2 flex h-9 max-w-full items-center gap-1.5 rounded-control px-2 text-control text-ink-3 transition-colors hover:bg-hover hover:text-ink-2 coarse:h-11"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={cn(
            "shrink-0 transition-transform",
            isUnfolded ? "rotate-90" : "rtl:rotate-180",
          )}
        />
        <span className="shrink-0 font-medium">{words.text}</span>
        {!isUnfolded && <bdi className="min-w-0 truncate">{email.bodyPlain.slice(0, 200)}</bdi>}
      </button>
      {isUnfolded && <div className="mt-2">{children}</div>}
    </>
  );
}
