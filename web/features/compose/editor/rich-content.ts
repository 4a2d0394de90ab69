import { DOMParser as SchemaParser, type Node, type Schema } from "@tiptap/pm/model";

interface Policy {
  createHTML: (html: string) => string;
}

/** The API of browsers with Trusted Types, which TypeScript does not know. */
interface TrustedTypes {
  createPolicy: (name: string, rules: Policy) => Policy;
}

let policy: Policy | undefined;

/**
 * Returns the editor's document for rich text. The HTML is parsed into an inert document, where no script runs and no resource
 * loads, and only nodes of the schema are taken from it: this is the only place where the page parses markup.
 */
export function contentOfHtml(html: string, schema: Schema): Node {
  // Safe: the browser has either no Trusted Types or ones of this shape.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("inlet-rich-text", { createHTML: (text) => text });
  const inert = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, "text/html");
  return SchemaParser.fromSchema(schema).parse(inert.body, { preserveWhitespace: true });
}
