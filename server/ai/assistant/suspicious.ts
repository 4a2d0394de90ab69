import { limitMarks } from "#/base/limit-marks.ts";

/**
 * Reports whether a message addresses a program that reads it instead of the user. The result is shown as a hint and hides
 * nothing, because a message about such attacks looks the same.
 */
export function isSuspicious(text: string): boolean {
  const read = limitMarks(text.slice(0, 100_000)).normalize("NFKC");
  return signs.some((sign) => sign.test(read)) || /[\u{e0000}-\u{e007f}]/u.test(text);
}

const signs = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your|any)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|directions?|guidelines?)/i,
  /\b(?:system|developer) (?:prompt|message|override|instruction)/i,
  /<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[\/?INST\]|^[^\S\r\n\u2028\u2029]*(?:system|assistant)\s*:/im,
  /\b(?:ai|llm|language model|assistant|copilot|chatbot|gpt|claude|gemini)\b[^.\n]{0,60}\b(?:must|should|shall|please|you are|are to|now)\b[^.\n]{0,60}\b(?:reply|respond|answer|send|forward|include|output|say|state|write|archive|delete|label|mark|call|run|execute|add|append|print)\b/i,
  /\b(?:you are|act as|pretend to be) (?:now )?(?:an?|the) (?:ai|assistant|language model|helpful)/i,
];
