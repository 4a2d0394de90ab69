import { type Comment, parseSync, visitorKeys } from "oxc-parser";
import { isNode, type SyntaxNode } from "../mutants/syntax-tree.ts";

/** A piece of a source file. */
export interface Piece {
  text: string;
  /** Offset of its first character. */
  start: number;
}

export interface Source {
  /** Comments without their marks; consecutive lines of `//` are one. */
  comments: Piece[];
  /** Each name once as a property and once as anything else, where it is first. */
  names: (Piece & { isProperty: boolean })[];
  testNames: Piece[];
  logLines: Piece[];
}

/**
 * Reads a file of TypeScript or JavaScript: its comments, and the rest only if `isWanted` accepts the code without comments,
 * because the syntax tree is most of the work. Throws if the file does not parse.
 */
export function readSource(
  file: string,
  text: string,
  isWanted: (code: string) => boolean = () => true,
): Source {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const names = new Map<string, Source["names"][number]>();
  const source: Source = {
    comments: joinLines(text, parsed.comments),
    names: [],
    testNames: [],
    logLines: [],
  };
  if (!isWanted(withoutComments(text, parsed.comments))) return source;
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined): void => {
    if (nameTypes.has(node.type)) {
      const name = String(node["name"]);
      const isProperty = parent !== undefined && isNamedBy(parent, node);
      const key = `${name}${isProperty ? "." : ""}`;
      if (!names.has(key)) names.set(key, { text: name, start: node.start, isProperty });
    }
    if (node.type === "CallExpression") readCall(node, source);
    for (const key of visitorKeys[node.type] ?? []) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) visit(child, node);
      } else if (isNode(value)) visit(value, node);
    }
  };
  // Safe: every node of an ESTree has a type and a range.
  visit(parsed.program as unknown as SyntaxNode, undefined);
  source.names = [...names.values()];
  return source;
}

const nameTypes = new Set(["Identifier", "JSXIdentifier", "PrivateIdentifier"]);
const testFunctions = new Set(["test", "it", "describe"]);
const logLevels = new Set(["trace", "debug", "info", "warn", "error", "fatal"]);

/** Recognizes a property: after a dot, or a key of an object, a pattern or a type. */
function isNamedBy(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (parent.type === "MemberExpression") {
    return parent["property"] === node && parent["computed"] === false;
  }
  const isKey = parent.type === "Property" || parent.type === "TSPropertySignature";
  if (!isKey) return parent.type === "PropertyDefinition" && parent["key"] === node;
  return parent["key"] === node || parent["shorthand"] === true;
}

/** Adds the name of a test, or the text of a log line. */
function readCall(call: SyntaxNode, { testNames, logLines }: Source): void {
  const words = Array.isArray(call["arguments"]) ? call["arguments"].filter(isNode) : [];
  const callee = call["callee"];
  if (!isNode(callee)) return;
  if (testFunctions.has(rootName(callee))) testNames.push(...words.slice(0, 1).flatMap(textsOf));
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return;
  const isLog = /log$/i.test(lastName(object)) && logLevels.has(lastName(property));
  if (isLog) logLines.push(...words.flatMap(textsOf));
}

/** Returns `test` for `test`, `test.skip` and `test.each(…)`. */
function rootName(callee: SyntaxNode): string {
  const inner = callee.type === "MemberExpression" ? callee["object"] : callee["callee"];
  return isNode(inner) ? rootName(inner) : lastName(callee);
}

function lastName(node: SyntaxNode): string {
  const property = node["property"];
  return isNode(property) ? lastName(property) : String(node["name"] ?? "");
}

/** Returns the text of a literal, or the parts of a template between its placeholders. */
function textsOf(node: SyntaxNode): Piece[] {
  if (node.type === "Literal" && typeof node["value"] === "string") {
    return [{ text: node["value"], start: node.start }];
  }
  if (node.type !== "TemplateLiteral" || !Array.isArray(node["quasis"])) return [];
  return node["quasis"].filter(isNode).map((part) => {
    const { cooked } = Object(part["value"]);
    return { text: String(cooked), start: part.start };
  });
}

function withoutComments(text: string, comments: readonly Comment[]): string {
  let code = "";
  let end = 0;
  for (const comment of comments) {
    code += `${text.slice(end, comment.start)} `;
    ({ end } = comment);
  }
  return code + text.slice(end);
}

function joinLines(text: string, comments: readonly Comment[]): Piece[] {
  const joined: Piece[] = [];
  let endOfLine: number | undefined;
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const isNext =
      type === "Line" &&
      endOfLine !== undefined &&
      /^\r?\n[ \t]*$/.test(text.slice(endOfLine, start));
    if (isNext && last) last.text += `\n${value}`;
    else
      joined.push({ text: type === "Block" ? value.replaceAll(/^[ \t]*\*+/gm, "") : value, start });
    endOfLine = type === "Line" ? end : undefined;
  }
  return joined;
}
