/// <reference types="vite/client" />
import { errors } from "@inlet/contract/errors.ts";
import { expect, test, vi } from "vitest";
import { wrapped } from "#/languages.ts";
import { errorTexts } from "#/api/error-texts.ts";
import { catalogue } from "#/texts/catalogue.ts";
import { toPseudo } from "#/texts/pseudo-language.ts";
import type { Translated } from "@inlet/contract/languages.ts";
import { inPseudo, pseudo } from "@inlet/contract/pseudo.ts";
import { translated } from "#/texts/translated.ts";
import { translateWith } from "#/texts/translate-with.ts";

const files = import.meta.glob<Record<string, unknown>>(
  [
    "../**/*texts.ts",
    "../features/landing/{marketing,demo-samples,sample-messages}.ts",
    "!../dist/**",
    "!../**/node_modules/**",
  ],
  { eager: true },
);

/** Returns every text without parameters, with its path. */
function plainTexts(texts: unknown, at: string): [at: string, text: string][] {
  if (typeof texts === "string") return [[at, texts]];
  if (typeof texts !== "object" || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => plainTexts(value, `${at}.${key}`));
}

test("the catalog contains every file of texts", () => {
  const held = new Set<unknown>(Object.values(catalogue));
  const missing = Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported)
      // The helpers with which a file builds its texts are not texts.
      .filter(([, value]) => typeof value !== "function" && !held.has(value))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('a text has no leading or trailing spaces, and no "(s)" for singular and plural', () => {
  const all = plainTexts(catalogue, "");
  expect(all.length).toBeGreaterThan(900);
  expect(all.filter(([, text]) => text !== text.trim() || /\(s\)/.test(text))).toEqual([]);
});

test("a translation has the same shape, which the compiler checks", () => {
  const other: Translated<typeof catalogue> = inPseudo(catalogue);
  expect(other.texts.shell.compose).toBe("Çøøɱþøøšéé");
  expect(other.readerTexts.replyTo("Runa")).toBe("Ŕééþļý ţøø Runa");
  expect(other.doneTexts.archive(2)).toBe(pseudo("2 emails archived"));
  const plain = plainTexts(other, "").filter(
    ([, text]) => /[A-Za-z]/.test(text) && pseudo(text) !== text,
  );
  expect(plain).toEqual([]);
});

test("the build wraps every catalog, and nothing else in its file", () => {
  const code = [
    'import { mails } from "#/lib/count-mails.ts";',
    'export const doneTexts = { read: said("read") } as const;',
    "export function said(what: string) {}",
  ].join("\n");
  expect(wrapped(code).split("\n")).toEqual([
    'import { translated } from "#/texts/translated.ts"; import { mails } from "#/lib/count-mails.ts";',
    'const own_doneTexts = { read: said("read") } as const;',
    "export function said(what: string) {}",
    'export const doneTexts = /* @__PURE__ */ translated("doneTexts", own_doneTexts);',
  ]);
  expect(wrapped("export function said() {}")).toBe("export function said() {}");
});

test("a catalog is in the language that the page has loaded, or in English", () => {
  const { splitTexts } = catalogue;
  expect(translated("splitTexts", splitTexts)).toBe(splitTexts);
  vi.stubGlobal("inletLanguage", toPseudo);
  expect(translated("splitTexts", splitTexts).all).toBe(pseudo(splitTexts.all));
  vi.unstubAllGlobals();
});

test("a translation replaces the catalogues that it has, and other ones stay English", () => {
  const translate = translateWith({
    splitTexts: {
      all: "Alle",
      important: "Wichtig",
      reply: "Zu beantworten",
      waiting: "Wartet",
      other: "Weitere",
    },
  });
  expect(translate("splitTexts", catalogue.splitTexts).all).toBe("Alle");
  expect(translate("sizeTexts", catalogue.sizeTexts)).toBe(catalogue.sizeTexts);
  const older = { all: "All", later: { hint: "Later" } };
  expect(translate("splitTexts", older)).toMatchObject({ all: "Alle", later: { hint: "Later" } });
});

test("a language has a message for every error, by its code", () => {
  expect(errorTexts).toEqual({});
  const messages = toPseudo("errorTexts", errorTexts);
  expect(messages["login.failed"]).toBe(pseudo(errors["login.failed"].message));
  expect(Object.keys(messages)).toEqual(Object.keys(errors));
});
