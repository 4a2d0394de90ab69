import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isNode, parseTypeScript, type SyntaxNode, walk } from "../mutants/syntax-tree.ts";

const root = path.join(import.meta.dirname, "../..");

/** Reads a file of the repository. */
export function readFromRoot(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** Returns the paths of the repository that a page names in backticks. */
export function filesIn(page: string): string[] {
  const paths = page.matchAll(/`((?:server|web|e2e|tools|contract|docs)\/[^`]+)`/g);
  return Array.from(paths, ([, file = ""]) => file);
}

/** Returns the files that do not exist in the repository. */
export function missingFiles(files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(path.join(root, file)));
}

/** Returns the titles of a file's tests as written, with their placeholders. */
export function testTitles(file: string): Set<string> {
  const source = readFromRoot(file);
  const program = parseTypeScript(file, source);
  if (program === undefined) throw new Error(`${file} cannot be parsed.`);
  const titles = new Set<string>();
  walk(program, (node) => {
    if (node.type !== "CallExpression" || !Array.isArray(node["arguments"])) return;
    const [title]: unknown[] = node["arguments"];
    if (!isNode(title) || !declaresTest(node["callee"])) return;
    if (title.type === "TemplateLiteral") titles.add(source.slice(title.start + 1, title.end - 1));
    else if (typeof title["value"] === "string") titles.add(title["value"]);
  });
  return titles;
}

/** Recognizes `test`, `it` and the functions that their `each` returns. */
function declaresTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type !== "CallExpression") return isNamed(callee, ["test", "it"]);
  const each = callee["callee"];
  return (
    isNode(each) &&
    each.type === "MemberExpression" &&
    isNode(each["property"]) &&
    isNamed(each["property"], ["each"]) &&
    isNode(each["object"]) &&
    isNamed(each["object"], ["test", "it"])
  );
}

function isNamed(node: SyntaxNode, names: readonly string[]): boolean {
  return node.type === "Identifier" && names.some((name) => name === node["name"]);
}
