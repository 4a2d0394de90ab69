import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";
import { type Edit, faultsOf, isColumnOf, isLogging } from "./faults.ts";
import { functionAround, parseTypeScript, type SyntaxNode, walk } from "./syntax-tree.ts";

/** A small fault in one file. */
export interface Mutant extends Edit {
  /** Stays the same while the function around it and the file's name are unchanged. */
  id: string;
  file: string;
  line: number;
}

/** Returns every possible fault of a source. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const program = parseTypeScript(file, source);
  if (program === undefined) throw new Error(`${file} does not parse.`);
  const textOf = ({ start, end }: { start: number; end: number }): string =>
    source.slice(start, end);
  const columns = new Set<string>();
  walk(program, (node, around) => {
    if (isColumnOf(node, around.at(-1))) columns.add(textOf(node).slice(1, -1));
  });
  const named = [...columns].filter((column) => /^[a-z_.]+$/.test(column)).toSorted();
  const mutants = new Map<string, Mutant>();
  walk(program, (node, around) => {
    if (around.some((outer) => isLeftAlone(outer, textOf(outer)))) return;
    for (const edit of faultsOf({ node, around, textOf, columns: named })) {
      const id = idOf(file, source, edit, functionAround(around) ?? program);
      const line = source.slice(0, edit.start).split("\n").length;
      if (textOf(edit) !== edit.text) mutants.set(id, { ...edit, id, file, line });
    }
  });
  return [...mutants.values()];
}

/** Skips code that throws or logs, because it does not affect results. */
function isLeftAlone({ type }: SyntaxNode, text: string): boolean {
  return type === "ThrowStatement" || (type === "ExpressionStatement" && isLogging(text));
}

function idOf(file: string, source: string, edit: Edit, around: SyntaxNode): string {
  const place = [edit.start - around.start, edit.end - around.start, edit.text];
  const parts = [file, source.slice(around.start, around.end), edit.kind, ...place];
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 10);
}

/** Returns the source with the fault. */
export function withFault(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** Reports whether Node would load the source with the fault. */
export function isLoadable(file: string, source: string): boolean {
  if (parseTypeScript(file, source) === undefined) return false;
  try {
    stripTypeScriptTypes(source);
    return true;
  } catch {
    return false;
  }
}
