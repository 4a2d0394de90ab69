import type { ModelFailureReason } from "./port.ts";

/** What a person is told of a model that gave nothing, spelled once. */
export const failureNotes: Record<ModelFailureReason, string> = {
  unreachable: "The AI model could not be reached.",
  slow: "The AI model took too long.",
  "refused-key": "The AI model did not accept its key.",
  "out-of-quota": "The AI model's quota is used up.",
  "over-budget": "Your AI budget is used up.",
  "kept-from-models": "You keep this account from AI models.",
  "unusable-answer": "The AI model gave no usable answer.",
  aborted: "The AI model was stopped.",
};
