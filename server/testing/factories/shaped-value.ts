import { z } from "zod";

/** Contents of a generated value. */
export interface Filling {
  /** For every text whose name does not look like that of an id. */
  text: string;
  /** For texts that are named like ids, used in turn. */
  ids: readonly string[];
  /** Values for fields with these names, if the schema allows them. */
  named: Readonly<Record<string, unknown>>;
}

interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  minItems?: number;
  minimum?: number;
  maxLength?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Returns a value that matches the schema and contains the text in every text field, like a model's response. */
export function shapedLike(schema: z.ZodType, filling: Filling): unknown {
  // Safe: the type covers every draft of JSON Schema, and the generator uses only these keywords.
  const root = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonSchema;
  return made(root, "", filling, root);
}

function made(schema: JsonSchema, name: string, filling: Filling, root: JsonSchema): unknown {
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.split("/").at(-1) ?? ""];
    return target ? made(target, name, filling, root) : filling.text;
  }
  if (schema.const !== undefined) return schema.const;
  const requested = filling.named[name];
  if (schema.enum) return schema.enum.includes(requested) ? requested : schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return made(choice, name, filling, root);
  switch (schema.type ?? "") {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [
          key,
          made(inner, key, filling, root),
        ]),
      );
    case "array": {
      const { items = {} } = schema;
      if (isNameOfId(name) && items.type === "string") return [...filling.ids];
      if (Array.isArray(requested) && items.type === "string") return requested;
      const count = Math.max(1, schema.minItems ?? 0);
      return Array.from({ length: count }, () => made(items, name, filling, root));
    }
    case "number":
    case "integer":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default: {
      const text = isNameOfId(name)
        ? textOf(requested, filling.ids[0] ?? "m1")
        : textOf(requested, filling.text);
      return text.slice(0, schema.maxLength);
    }
  }
}

function textOf(requested: unknown, text: string): string {
  return typeof requested === "string" ? requested : text;
}

function isNameOfId(name: string): boolean {
  return /^(ids?|cites?|citations?|sources?|material|mails?)$|Ids?$/.test(name);
}
