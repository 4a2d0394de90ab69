import type { ErrorCode } from "@inlet/contract/errors.ts";
import { errorTexts } from "#/api/error-texts.ts";

/** Returns the message of an error in the language of the page, or the server's `english` without a translation. */
export function errorMessage(code: string, english: string): string {
  // Safe: a code that is not in the catalog finds no text.
  return errorTexts[code as ErrorCode] ?? english;
}
