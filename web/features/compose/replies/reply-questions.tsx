import type { Question } from "#/features/compose/compose-questions.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { QuestionBar } from "#/features/compose/question-bar.tsx";

/** Questions of the reply before it continues: the composer asks the same. */
export function ReplyQuestions(props: {
  question: Question;
  onAttach: () => void;
  onSend: () => void;
  onDropRich: () => void;
  onCancel: () => void;
}) {
  if (props.question === "attachment")
    return (
      <QuestionBar
        question={composeTexts.forgotten.question}
        answers={[
          { label: composeTexts.forgotten.attach, onChoose: props.onAttach, isLikely: true },
          { label: composeTexts.forgotten.send, onChoose: props.onSend },
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
