import { splitName } from "./split-name.ts";

/** A form of a name that the glossary retires. */
export interface RetiredName {
  form: string;
  /** Words of the form in lower case; empty if only the exact name is refused. */
  parts: readonly string[];
  /** Where the form has to be in the name. */
  at: "anywhere" | "start" | "end" | "whole";
  /** Standard term to use. */
  instead: string;
}

export interface Glossary {
  names: readonly RetiredName[];
  /** Retired phrases in lower case with the standard term to use. */
  phrases: ReadonlyMap<string, string>;
  /** Names and phrases that keep a retired word. */
  exempt: ReadonlySet<string>;
}

/** Reads the tables of docs/glossary.md. Throws if one of them is missing or lists a form twice. */
export function parseGlossary(page: string): Glossary {
  const names: RetiredName[] = [];
  const phrases = new Map<string, string>();
  for (const [, instead = "", inNames = "", inProse = ""] of rowsBelow(page, "Retired words")) {
    for (const form of quoted(inNames)) {
      if (names.some((name) => name.form === form)) throw new Error(`${form} is retired twice.`);
      names.push({ form, instead, ...shapeOf(form) });
    }
    for (const phrase of quoted(inProse)) {
      if (phrases.has(phrase)) throw new Error(`"${phrase}" is retired twice.`);
      phrases.set(phrase, instead);
    }
  }
  const exempt = rowsBelow(page, "Exempt names").flatMap(([, list = ""]) => quoted(list));
  return { names, phrases, exempt: new Set(exempt) };
}

function shapeOf(form: string): Pick<RetiredName, "parts" | "at"> {
  if (form.startsWith("=")) return { parts: [], at: "whole" };
  const parts = splitName(form);
  if (form.startsWith("*")) return { parts, at: "end" };
  return { parts, at: form.endsWith("*") ? "start" : "anywhere" };
}

/** Returns the cells of the table below a heading, without its head. */
function rowsBelow(page: string, heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  const [, , ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  if (rows.length === 0) throw new Error(`docs/glossary.md has no table "${heading}".`);
  return rows;
}

function quoted(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
}
