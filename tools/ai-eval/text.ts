import {
  crossValidateSignatures,
  lineF1,
  readSignedMessages,
  type SignatureScore,
} from "../ai-train/signatures.ts";
import { type EvalPart, mean, measure } from "./eval-part.ts";

export const part: EvalPart = {
  name: "text",
  run: async (corpora) => {
    if (corpora === null) return [];
    const cases = crossValidateSignatures(readSignedMessages(corpora));
    const shared = { row: 18, what: "signatures, five-fold", cases };
    return [
      measure<SignatureScore>({
        ...shared,
        metric: "line F1",
        score: lineF1,
        baseline: "heuristic .766, email-reply-parser .16",
        gate: 0.85,
      }),
      measure<SignatureScore>({
        ...shared,
        metric: "exact mails",
        score: (some) => mean(some.map(({ isExact }) => Number(isExact))),
        baseline: "heuristic .79",
        gate: 0.82,
      }),
    ];
  },
};
