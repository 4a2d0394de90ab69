/// <reference types="vite/client" />
import { expect, test } from "vitest";
import { language } from "#/language.ts";
import { catalogue, type Translated } from "#/texts/catalogue.ts";
import { inPseudo, pseudo } from "#/texts/pseudo.ts";

const files = import.meta.glob<Record<string, unknown>>(
  [
    "../**/*texts.ts",
    "../features/landing/{marketing,demo-samples,sample-mails}.ts",
    "!../dist/**",
    "!../**/node_modules/**",
  ],
  { eager: true },
);

/** Every text that takes nothing, with where it stands. */
function plainTexts(texts: unknown, at: string): [at: string, text: string][] {
  if (typeof texts === "string") return [[at, texts]];
  if (typeof texts !== "object" || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => plainTexts(value, `${at}.${key}`));
}

test("the catalogue holds every file of texts", () => {
  const held = new Set<unknown>(Object.values(catalogue));
  const missing = Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported)
      // What a file makes its texts with is none.
      .filter(([, value]) => typeof value !== "function" && !held.has(value))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test("a text begins and ends with its words, and has none for one and many at once", () => {
  const all = plainTexts(catalogue, "");
  expect(all.length).toBeGreaterThan(900);
  expect(all.filter(([, text]) => text !== text.trim() || /\(s\)/.test(text))).toEqual([]);
});

test("another language has the same shape, which the compiler sees", () => {
  const other: Translated<typeof catalogue> = inPseudo(catalogue);
  expect(other.texts.shell.compose).toBe("Çøøɱþøøšéé");
  expect(other.readerTexts.replyTo("Runa")).toBe("Ŕééþļý ţøø Runa");
  expect(other.doneTexts.archive(2)).toBe(pseudo("2 emails archived"));
  const plain = plainTexts(other, "").filter(
    ([, text]) => /[A-Za-z]/.test(text) && pseudo(text) !== text,
  );
  expect(plain).toEqual([]);
});

test("a build in another language takes the texts of that language, and no others", async () => {
  const load = (name: string | undefined, id: string) => {
    const { load } = language(name);
    if (typeof load !== "function") throw new Error("The plugin loads nothing.");
    return Reflect.apply(load, undefined, [id]) as string | null;
  };
  const id = new URL("../lib/split-texts.ts", import.meta.url).pathname;
  expect(load(undefined, id)).toBeNull();
  expect(load("de", id)).toBeNull();
  expect(load("pseudo", id)).toContain("export const splitTexts = inPseudo(own_splitTexts)");
  expect(load("pseudo", id.replace("split-texts", "dates"))).toBeNull();
});
