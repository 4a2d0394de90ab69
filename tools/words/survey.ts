import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesOfTree } from "../test/import-graph.ts";
import { checkPath, checkSource, type Problem } from "./check-file.ts";
import type { RetiredFinder } from "./find-retired.ts";
import { measureComments, type Shares } from "./openings.ts";
import { readSource } from "./read-source.ts";

/** A file, or a folder whose own name is refused. */
export interface Surveyed {
  path: string;
  /** Folder that the report names. */
  folder: string;
  text: string;
  problems: Problem[];
  shares: Shares;
}

/** Reads all files of the repository's code whose path begins with `prefix`. */
export function survey(root: string, finder: RetiredFinder, prefix = ""): Surveyed[] {
  const files = filesOfTree(root).filter(
    (file) =>
      /^(?:contract|server|web|tools|e2e)\//.test(file) &&
      file.startsWith(prefix) &&
      // Git lists deleted files until the deletion is staged.
      existsSync(path.join(root, file)),
  );
  const folders = new Set(files.flatMap((file) => foldersAbove(file)));
  const surveyed = [...folders].map((folder) => ({
    path: folder,
    folder: path.posix.dirname(folder),
    text: "",
    problems: checkPath(finder, folder),
    shares: measureComments([]),
  }));
  return [...surveyed, ...files.map((file) => surveyFile(root, finder, file))];
}

function surveyFile(root: string, finder: RetiredFinder, file: string): Surveyed {
  const isSource = /\.(?:ts|tsx|mts|mjs)$/.test(file);
  const text = isSource ? readFileSync(path.join(root, file), "utf8") : "";
  const source = isSource && readSource(file, text, finder.mayBeIn);
  const problems = checkPath(finder, file);
  return {
    path: file,
    folder: path.posix.dirname(file),
    text,
    problems: source ? [...problems, ...checkSource(finder, source)] : problems,
    shares: measureComments(source ? source.comments.map((comment) => comment.text) : []),
  };
}

function foldersAbove(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === "." ? [] : [...foldersAbove(folder), folder];
}
