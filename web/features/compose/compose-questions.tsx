import { composeTexts } from "#/features/compose/compose-texts.ts";
import { DraftQuestions } from "#/features/compose/draft-questions.tsx";
import { TimeForm } from "#/features/compose/send/send-later.tsx";
import { sendTimes } from "#/features/compose/send/send-times.ts";

/** Questions of the composer before it continues. */
export function ComposeQuestions(
  props: Parameters<typeof DraftQuestions>[0] & {
    onSend: (sendAt: string) => void;
    onRemind: (by: string) => void;
  },
) {
  const { question, onCancel } = props;
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
  return <DraftQuestions {...props} />;
}

/** Returns a morning in three days: reminders appear in the morning. */
function reminderStart(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 3, 8);
}
