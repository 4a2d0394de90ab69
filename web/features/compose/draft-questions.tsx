import { composeTexts } from "#/features/compose/compose-texts.ts";
import { QuestionBar } from "#/features/compose/question-bar.tsx";

export type Question = "attachment" | "plain" | "time" | "reminder" | null;

/** Questions about the text before the composer or the reply card continues. */
export function DraftQuestions(props: {
  question: Question;
  onAttach: () => void;
  /** Sends the message without the file that its text mentions. */
  onSendAnyway: () => void;
  onDropRich: () => void;
  onCancel: () => void;
}) {
  if (props.question === "attachment")
    return (
      <QuestionBar
        question={composeTexts.forgotten.question}
        answers={[
          { label: composeTexts.forgotten.attach, onChoose: props.onAttach, isLikely: true },
          { label: composeTexts.forgotten.send, onChoose: props.onSendAnyway },
        ]}
      />
    );
  if (props.question === "plain")
    return (
      <QuestionBar
        question={composeTexts.rich.loses}
        answers={[
          { label: composeTexts.rich.keep, onChoose: props.onCancel, isLikely: true },
          { label: composeTexts.rich.drop, onChoose: props.onDropRich },
        ]}
      />
    );
  return null;
}
