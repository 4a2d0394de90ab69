import path from "node:path";
import type { RetiredFinder } from "./find-retired.ts";
import type { Piece, Source } from "./read-source.ts";
import { openingOf, refusedOpenings } from "./openings.ts";

/** `names`: identifiers and file names; `prose`: comments, test names and log lines; `openings`: of comments. */
export const problemKinds = ["names", "prose", "openings"] as const;
type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  kind: ProblemKind;
  /** Offset in the file; 0 for its name. */
  start: number;
  found: string;
  instead: string;
}

/** Returns what `words/standard` refuses in a source file. */
export function checkSource(
  { inName, inProse }: RetiredFinder,
  { comments, names, testNames, logLines }: Source,
): Problem[] {
  const ofNames = names.flatMap(({ text, start, isProperty }) => {
    const retired = inName(text, isProperty);
    return retired ? [{ kind: "names" as const, start, ...retired }] : [];
  });
  const ofProse = [...comments, ...testNames, ...logLines].flatMap(({ text, start }) =>
    inProse(text).map((retired) => ({ kind: "prose" as const, start, ...retired })),
  );
  return [...onePerName(ofNames), ...ofProse, ...comments.flatMap(checkOpening)];
}

/** Returns what `words/standard` refuses in the last part of a path: of a file, or of a folder. */
export function checkPath({ inName }: RetiredFinder, file: string): Problem[] {
  const [stem = ""] = path.basename(file).split(".");
  const retired = inName(stem, false);
  return retired ? [{ kind: "names", start: 0, ...retired }] : [];
}

/** Counts a name once that is both a property and a variable. */
function onePerName(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ found }) => !seen.has(found) && seen.add(found));
}

function checkOpening({ text, start }: Piece): Problem[] {
  const opening = openingOf(text);
  if (!refusedOpenings.has(opening)) return [];
  return [{ kind: "openings", start, found: opening, instead: "a subject, or a verb" }];
}
