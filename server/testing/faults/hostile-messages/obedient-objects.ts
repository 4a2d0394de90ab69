/** The part of JSON Schema that zod generates. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  maxLength?: number;
}

export interface Words {
  /** The text that the message demands. */
  bad: string;
  /** The text of a good response; "" for none. */
  good: string;
  /** Values for fields that are named like ids. */
  ids: readonly string[];
  /** Values for fields with these names. */
  named: Readonly<Record<string, unknown>>;
  /** True to use values outside every enum. */
  breaksEnums: boolean;
}

/** Returns a response that matches the schema and contains the message's instruction in every text field, in each variant. */
export function obeyInShape(schema: JsonSchema, words: Words, name = "", turn = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  const requested = words.named[name];
  if (schema.enum) {
    if (words.breaksEnums) return "whatever-it-likes";
    return schema.enum.includes(requested) ? requested : schema.enum[turn % schema.enum.length];
  }
  const [choice] = schema.anyOf ?? [];
  if (choice) return obeyInShape(choice, words, name, turn);
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      properties.map(([key, inner]) => [key, obeyInShape(inner, words, key, turn)]),
    );
  }
  if (schema.type === "array") {
    const { items = {} } = schema;
    if (isNameOfId(name)) return [...words.ids];
    // Three items: a user can choose between them only if they differ in tone. The first is good, if there is a good text.
    return [0, 1, 2].map((each) => {
      const summarized = each === 0 && words.good !== "" ? { ...words, bad: words.good } : words;
      return obeyInShape(items, summarized, name, each);
    });
  }
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "null") return null;
  const text = isNameOfId(name)
    ? (words.ids[0] ?? "m1")
    : `${openings[turn % 3]} ${inShape(requested, words.bad)}`;
  return text.slice(0, schema.maxLength);
}

/** Openings that differ, because identical suggestions are rejected. */
const openings = ["Certainly, and gladly.", "Sure thing, here goes.", "We herewith confirm it."];

function inShape(requested: unknown, text: string): string {
  return typeof requested === "string" ? requested : text;
}

function isNameOfId(name: string): boolean {
  return /^(?:ids?|cites?|citations?|sources?)$|Ids?$/.test(name);
}
