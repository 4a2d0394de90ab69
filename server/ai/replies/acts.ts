import type { Stance } from "@inlet/contract/ai/smart-replies.ts";

/** The speech act of a message, which an answer must respond to. */
export const acts = [
  "question-yes-no",
  "question-open",
  "request",
  "schedule",
  "invitation",
  "document",
  "thanks",
  "introduction",
  "invoice",
  "apology",
  "reminder",
  "congratulation",
  "fyi",
  "complaint",
  /** A firm or an authority sets a time limit or threatens. */
  "notice",
  /** A bid or an application was not successful. */
  "rejection",
  /** The sender cannot come or help, or an event is off. */
  "refusal",
  "moved",
  "loss",
  "sick",
  "away",
  "good-news",
  /** Requests secrets or money in a suspicious way; no reply ever agrees. */
  "sensitive",
] as const;
export type Act = (typeof acts)[number];

/** The possible answers to each act, the likeliest first, including one that agrees and one that commits to nothing. */
export const stancesOf: Readonly<Record<Act, readonly Stance[]>> = {
  "question-yes-no": ["accept", "decline", "hold"],
  "question-open": ["hold", "ask", "decline"],
  request: ["accept", "hold", "decline"],
  schedule: ["accept", "decline", "hold"],
  invitation: ["accept", "decline", "hold"],
  document: ["accept", "hold", "ask"],
  thanks: ["accept", "hold"],
  introduction: ["accept", "hold", "decline"],
  invoice: ["hold", "ask"],
  apology: ["accept", "hold", "ask"],
  reminder: ["accept", "hold", "ask"],
  congratulation: ["accept", "hold"],
  fyi: ["accept", "hold", "ask"],
  complaint: ["accept", "hold", "ask"],
  notice: ["hold", "ask"],
  rejection: ["ask", "accept"],
  refusal: ["accept", "ask"],
  moved: ["accept", "decline", "hold"],
  loss: ["accept", "ask"],
  sick: ["accept", "ask"],
  away: ["accept", "ask"],
  "good-news": ["accept"],
  sensitive: ["hold", "ask"],
};

/** Languages with specific replies. */
export const languages = ["en", "de", "fr", "es", "it", "pt", "nl"] as const;
export type Language = (typeof languages)[number];

/** A kind of answer: that of an act, or a closer one. */
export type PhraseKey = Act | "find-time" | "choose-time" | "question-willing" | "points";
