import { z } from "zod";

/** A shape as described to models. */
export interface PromptShape {
  /** JSON Schema of the object. */
  schema: Record<string, unknown>;
  /** The description in the prompt, for servers that do not support schemas. */
  inWords: string;
  /** Unwraps the answer: a shape that is not an object is wrapped in one. */
  unwrap: (answer: unknown) => unknown;
}

/** Returns the JSON Schema of a shape, or null for plain text, which needs none. */
export function promptShape(shape: z.ZodType): PromptShape | null {
  // A schema cannot express every check, so zod validates the result.
  const schema: Record<string, unknown> = z.toJSONSchema(shape, {
    io: "input",
    unrepresentable: "any",
  });
  delete schema["$schema"];
  if (schema["type"] === "string" && schema["enum"] === undefined) return null;
  const isObject = schema["type"] === "object";
  const root = isObject
    ? schema
    : { type: "object", properties: { answer: schema }, required: ["answer"] };
  closeObjects(root);
  return {
    schema: root,
    inWords: `Answer with one JSON object alone, without any other text. It has this JSON Schema:\n${JSON.stringify(root)}`,
    unwrap: (answer) => (isObject ? answer : inner(answer)),
  };
}

function inner(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "answer" in answer
    ? answer.answer
    : answer;
}

/** Sets `additionalProperties` to false on all objects, as strict schemas require. */
function closeObjects(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(closeObjects);
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && node.type === "object" && "properties" in node) {
    Object.assign(node, { additionalProperties: false });
  }
  Object.values(node).forEach(closeObjects);
}

/** Parses a shape from a text: the whole text, or its first balanced object. */
export function readShape<Shape>(
  shape: z.ZodType<Shape>,
  shapeForPrompt: PromptShape | null,
  text: string,
): { value: Shape } | { problem: string } {
  if (shapeForPrompt === null) {
    const parsed = shape.safeParse(text.trim());
    return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
  }
  const answer = parsed(text) ?? parsed(firstObject(text));
  if (answer === undefined) return { problem: "There is no JSON object in it." };
  const checked = shape.safeParse(shapeForPrompt.unwrap(answer));
  return checked.success ? { value: checked.data } : { problem: z.prettifyError(checked.error) };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Not JSON; the caller then requests a repair.
    return undefined;
  }
}

/** Returns the first `{…}` with balanced braces, ignoring those in strings; "" without one. */
function firstObject(text: string): string {
  const start = text.indexOf("{");
  if (start < 0) return "";
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (isInString) {
      if (letter === "\\") at++;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === "{") depth++;
    else if (letter === "}" && --depth === 0) return text.slice(start, at + 1);
  }
  return "";
}
