import { composeTexts } from "#/features/compose/compose-texts.ts";
import { QuestionBar } from "#/features/compose/question-bar.tsx";
import { TimeForm } from "#/features/compose/send/send-later.tsx";
import { sendTimes } from "#/features/compose/send/send-times.ts";

export type Question = "attachment" | "plain" | "time" | "reminder" | null;

/** Questions of the composer before it continues. */
export function ComposeQuestions(props: {
  question: Question;
  onAttach: () => void;
  onSend: (sendAt: string) => void;
  /** Sends the message without the file that its text mentions. */
  onSendAnyway: () => void;
  onDropRich: () => void;
  onRemind: (by: string) => void;
  onCancel: () => void;
}) {
  const { question, onCancel } = props;
  if (question === "attachment")
    return (
      <QuestionBar
        question={composeTexts.forgotten.question}
        answers={[
          { label: composeTexts.forgotten.attach, onChoose: props.onAttach, isLikely: true },
          { label: composeTexts.forgotten.send, onChoose: props.onSendAnyway },
        ]}
      />
    );
  if (question === "plain")
    return (
      <QuestionBar
        question={composeTexts.rich.loses}
        answers={[
          { label: composeTexts.rich.keep, onChoose: onCancel, isLikely: true },
          { label: composeTexts.rich.drop, onChoose: props.onDropRich },
        ]}
      />
    );
  if (question === "time")
    return (
      <TimeForm
        start={sendTimes(new Date())[0]?.at ?? new Date()}
        onChoose={props.onSend}
        onCancel={onCancel}
      />
    );
  if (question === "reminder")
    return (
      <TimeForm
        start={reminderStart(new Date())}
        texts={composeTexts.remind}
        onChoose={props.onRemind}
        onCancel={onCancel}
      />
    );
  return null;
}

/** Returns a morning in three days: reminders appear in the morning. */
function reminderStart(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 3, 8);
}
