import { toPseudo } from "#/texts/pseudo-language.ts";

globalThis.inletLanguage = toPseudo;
