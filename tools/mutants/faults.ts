/** Small faults of a node in the code: each is one edit of its text. */
import { functionAround, isNode, type SyntaxNode } from "./syntax-tree.ts";

export const faultKinds = [
  "condition turned",
  "bound off by one",
  "call left out",
  "wrong column",
  "lost await",
  "constant returned",
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Edit {
  kind: FaultKind;
  start: number;
  end: number;
  text: string;
}

/** The node that is changed, and its surroundings. */
interface Place {
  node: SyntaxNode;
  around: readonly SyntaxNode[];
  textOf: (node: SyntaxNode) => string;
  /** The column names that occur in the file. */
  columns: readonly string[];
}

/** Returns the possible faults of a node. */
export function faultsOf(place: Place): Edit[] {
  switch (place.node.type) {
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement":
      return turnedCondition(place);
    case "LogicalExpression":
      return otherOperator(place, "condition turned", { "&&": "||", "||": "&&" });
    case "BinaryExpression":
      return [
        ...otherOperator(place, "bound off by one", bounds),
        ...otherOperator(place, "condition turned", { "===": "!==", "!==": "===" }),
        ...lostOne(place),
      ];
    case "ExpressionStatement":
      return [...lostCall(place), ...lostAwait(place, place.node)];
    case "CallExpression":
      return [...lostClause(place), ...otherComparison(place)];
    case "Literal":
      return otherColumn(place);
    case "ReturnStatement":
      return [...otherReturn(place), ...lostAwait(place, place.node)];
    default:
      return [];
  }
}

/** Reports whether a statement only logs or measures. */
export function isLogging(text: string): boolean {
  return /^(await )?[\w.#?]*\b(log|logger|metrics)\b/.test(text);
}

const bounds = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

function childOf(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const child = node[key];
  return isNode(child) ? child : undefined;
}

function childrenOf(node: SyntaxNode, key: string): SyntaxNode[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

function edit(kind: FaultKind, { start, end }: { start: number; end: number }, text: string): Edit {
  return { kind, start, end, text };
}

function turnedCondition({ node, textOf }: Place): Edit[] {
  const test = childOf(node, "test");
  // Negating a comparison gives the same fault as changing its operator.
  if (test === undefined || test.type === "BinaryExpression") return [];
  const inner = test.type === "UnaryExpression" ? childOf(test, "argument") : undefined;
  const isTurned = inner !== undefined && test["operator"] === "!";
  return [edit("condition turned", test, isTurned ? textOf(inner) : `!(${textOf(test)})`)];
}

function otherOperator(
  { node, textOf }: Place,
  kind: FaultKind,
  others: Readonly<Record<string, string>>,
): Edit[] {
  const other = others[String(node["operator"])];
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  if (other === undefined || left === undefined || right === undefined) return [];
  return [edit(kind, node, `(${textOf(left)}) ${other} (${textOf(right)})`)];
}

/** Changes `n + 1` to `n`. */
function lostOne({ node, textOf }: Place): Edit[] {
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  const isOne = ["+", "-"].includes(String(node["operator"])) && right?.["value"] === 1;
  return isOne && left !== undefined ? [edit("bound off by one", node, `(${textOf(left)})`)] : [];
}

function lostCall({ node, textOf }: Place): Edit[] {
  const expression = childOf(node, "expression");
  const called =
    expression?.type === "AwaitExpression" ? childOf(expression, "argument") : expression;
  const isCall = called?.type === "CallExpression" && childOf(called, "callee")?.type !== "Super";
  return isCall && !isLogging(textOf(node)) ? [edit("call left out", node, ";")] : [];
}

/** Changes `query.where(…)` to `query`: one clause of a statement is missing. */
function lostClause({ node }: Place): Edit[] {
  const callee = childOf(node, "callee");
  const object = callee && childOf(callee, "object");
  const name = callee && childOf(callee, "property")?.["name"];
  if (object === undefined || !["where", "whereRef", "orderBy"].includes(String(name))) return [];
  return [edit("call left out", { start: object.end, end: node.end }, "")];
}

/** Changes `where("date_key", "<", key)` to `where("date_key", "<=", key)`, and `"asc"` to `"desc"`. */
function otherComparison({ node, textOf }: Place): Edit[] {
  const callee = childOf(node, "callee");
  const name = String(callee && childOf(callee, "property")?.["name"]);
  const second = childrenOf(node, "arguments")[1];
  if (second?.type !== "Literal") return [];
  const value = textOf(second).slice(1, -1);
  const others = name === "orderBy" ? { asc: "desc", desc: "asc" } : name === "where" ? bounds : {};
  const other = Object.entries(others).find(([from]) => from === value)?.[1];
  return other === undefined ? [] : [edit("bound off by one", second, `"${other}"`)];
}

/** Replaces a column named in a statement by another one of the same table. */
function otherColumn({ node, around, textOf, columns }: Place): Edit[] {
  const text = textOf(node).slice(1, -1);
  if (!isColumnOf(node, around.at(-1)) || typeof node["value"] !== "string") return [];
  const table = text.includes(".") ? text.slice(0, text.indexOf(".") + 1) : "";
  const own = columns.filter(
    (column) =>
      column !== text && column.startsWith(table) && column.includes(".") === (table !== ""),
  );
  // The next in alphabetical order, to give the same location the same fault every time.
  const other = own.find((column) => column > text) ?? own[0];
  return other === undefined ? [] : [edit("wrong column", node, `"${other}"`)];
}

const clauses = ["where", "whereRef", "orderBy", "groupBy", "select", "onRef", "returning", "ref"];

/** Reports whether a literal is the column of a clause: its first argument, or the third if the clause compares columns. */
export function isColumnOf(node: SyntaxNode, call: SyntaxNode | undefined): boolean {
  if (node.type !== "Literal" || call?.type !== "CallExpression") return false;
  const callee = childOf(call, "callee");
  const name = String(callee && childOf(callee, "property")?.["name"]);
  const place = childrenOf(call, "arguments").indexOf(node);
  return clauses.includes(name) && (place === 0 || (place === 2 && name.endsWith("Ref")));
}

/** Removes an await: a statement `await x();` becomes `void x();`, and `return await read();` returns the promise. */
function lostAwait({ textOf }: Place, statement: SyntaxNode): Edit[] {
  const expression = childOf(statement, "expression") ?? childOf(statement, "argument");
  const awaited =
    expression?.type === "AwaitExpression" ? childOf(expression, "argument") : undefined;
  if (expression === undefined || awaited === undefined || isLogging(textOf(expression))) return [];
  const isReturned = statement.type === "ReturnStatement";
  return [edit("lost await", expression, `${isReturned ? "" : "void "}${textOf(awaited)}`)];
}

/** Returns a simple constant of the function's declared return type instead. */
function otherReturn({ node, around, textOf }: Place): Edit[] {
  const argument = childOf(node, "argument");
  const type = functionAround(around)?.["returnType"];
  if (argument === undefined || !isNode(type)) return [];
  const returned = textOf(type)
    .replace(/^:\s*/, "")
    .replace(/^Promise<(.*)>$/s, "$1");
  const texts = plainest(returned).filter((text) => text !== textOf(argument));
  return texts.map((text) => edit("constant returned", argument, text));
}

function plainest(type: string): string[] {
  if (type.endsWith("| undefined")) return ["undefined"];
  if (type.endsWith("| null")) return ["null"];
  if (type === "boolean") return ["true", "false"];
  if (type === "number") return ["0"];
  if (type === "string") return ['""'];
  if (type.endsWith("[]")) return ["[]"];
  if (/^(Readonly)?Map</.test(type)) return ["new Map()"];
  if (/^(Readonly)?Set</.test(type)) return ["new Set()"];
  return [];
}
