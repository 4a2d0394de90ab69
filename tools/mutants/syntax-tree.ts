import { parseSync, visitorKeys } from "oxc-parser";

/** A node of the syntax tree, with the fields that faults need. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  readonly [key: string]: unknown;
}

/** Parses TypeScript; undefined if that fails. */
export function parseTypeScript(file: string, source: string): SyntaxNode | undefined {
  const { program, errors } = parseSync(file, source, { lang: "ts" });
  // Safe: every node of an ESTree has these three fields.
  return errors.length > 0 ? undefined : (program as unknown as SyntaxNode);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Expressions that only add a type to their operand. */
const typed = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"];

/** Calls `visit` with each node that runs and with its ancestors, the nearest last. Types are skipped. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
  around: readonly SyntaxNode[] = [],
): void {
  if (node.type.startsWith("TS") && !typed.includes(node.type)) return;
  visit(node, around);
  const inner = [...around, node];
  for (const key of visitorKeys[node.type] ?? []) {
    const value = node[key];
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, inner);
    }
  }
}

/** Returns the innermost function around a node. */
export function functionAround(around: readonly SyntaxNode[]): SyntaxNode | undefined {
  return around.findLast(({ type }) =>
    ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(type),
  );
}
