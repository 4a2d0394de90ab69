import { paletteTexts } from "#/features/palette/palette-texts.ts";

/** The emails that a command would change, as far as the palette knows them. */
export interface CountedEmails {
  /** 0 if only a lower bound is known. */
  count: number;
  detail: string;
  isDisabled: boolean;
}

/** Returns the number of emails for a command, from the server's answer; undefined while it is counting. */
export function countedEmails(from: {
  answer: { count: number; isAtLeast?: true | undefined } | undefined;
  hasFailed: boolean;
  /** The command also changes emails that the list does not show. */
  isBeyondList: boolean;
}): CountedEmails {
  if (from.hasFailed) return { count: 0, detail: paletteTexts.notCounted, isDisabled: true };
  if (!from.answer) return { count: 0, detail: paletteTexts.counting, isDisabled: true };
  const { count, isAtLeast = false } = from.answer;
  if (count === 0 && !isAtLeast)
    return { count: 0, detail: paletteTexts.noMatches, isDisabled: true };
  const number = paletteTexts.counted(count, isAtLeast);
  return {
    count: isAtLeast ? 0 : count,
    detail: from.isBeyondList ? paletteTexts.inAllAccounts(number) : number,
    isDisabled: false,
  };
}
