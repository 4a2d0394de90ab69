import type { ErrorCode } from "@inlet/contract/errors.ts";
import { errorTexts } from "#/api/error-texts.ts";

/** Returns the message of an error in the language of the page: `english`, the server's, where there is no other. */
export function errorMessage(code: string, english: string): string {
  // Safe: a code that is not in the catalogue finds nothing.
  return errorTexts[code as ErrorCode] ?? english;
}
