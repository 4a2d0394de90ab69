import type { ErrorCode } from "@inlet/contract/errors.ts";

/** The messages of the server's errors by their code, in every language but English, in which the server writes them. */
export const errorTexts: Readonly<Partial<Record<ErrorCode, string>>> = {};
