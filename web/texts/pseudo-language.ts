import { errors } from "@inlet/contract/errors.ts";
import { inPseudo } from "@inlet/contract/pseudo.ts";
import type { Translate } from "#/texts/translated.ts";

/** Translates a catalogue to pseudo. The messages of errors are the server's, and their catalogue is empty in English. */
export const toPseudo: Translate = (catalogue, english) =>
  catalogue === "errorTexts" ? { ...english, ...inPseudo(errorMessages()) } : inPseudo(english);

function errorMessages(): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([code, { message }]) => [code, message]));
}
