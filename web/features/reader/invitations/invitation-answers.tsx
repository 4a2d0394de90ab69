import type { Invitation, InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { useAnswer } from "#/features/reader/use-answer.ts";
import { Button } from "#/ui/button.tsx";

const choices = [
  ["accepted", words.accept],
  ["tentative", words.maybe],
  ["declined", words.decline],
] as const satisfies readonly [InvitationAnswer, string][];

/** The user's response to an invitation, and its progress. */
export function InvitationAnswers(props: { emailId: string; invitation: Invitation }) {
  const { answer: given, canAnswer, answersAs } = props.invitation;
  const answer = useAnswer(props.emailId, props.invitation);
  if (!canAnswer) {
    return given && <p className="text-control text-ink-2">{words.answered[given.answer]}</p>;
  }
  const problemText =
    given?.state === "failed" ? words.notSent : given?.state === "unknown" ? words.unsure : "";
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-32 flex-1 text-control font-medium text-ink">
          {given && !problemText ? words.answered[given.answer] : words.ask}
        </p>
        <span className="flex flex-wrap gap-2">
          {choices.map(([choice, label]) => (
            <Button
              key={choice}
              tone={given?.answer === choice && !problemText ? "primary" : "plain"}
              aria-pressed={given?.answer === choice}
              onClick={() => void answer(choice)}
            >
              {label}
            </Button>
          ))}
        </span>
      </div>
      {problemText && (
        <p role="alert" className="text-control text-danger">
          {problemText}
        </p>
      )}
      <p className="text-label text-ink-3">{words.answersAs(answersAs)}</p>
    </div>
  );
}
