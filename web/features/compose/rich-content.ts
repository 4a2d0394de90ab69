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
 * Rich text as the editor holds it. The string becomes a document without a window, where nothing runs and nothing is
 * fetched, and from that only what the schema knows is taken: this is the one place where the page reads markup.
 */
export function contentOfHtml(html: string, schema: Schema): Node {
  // Safe: the browser has it or not, and where it has it, it looks like this.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("inlet-rich-text", { createHTML: (text) => text });
  const inert = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, "text/html");
  return SchemaParser.fromSchema(schema).parse(inert.body, { preserveWhitespace: true });
}
