/** Lint rule "texts/spelled-once": texts for users belong in a catalog (`*-texts.ts`), not where they are shown. */

/** Attributes and component properties with text that is shown or read aloud. */
const spoken =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|placeholder|label|hint|description|message|text|closeLabel|retryLabel|fallback)$/;
/** Functions that show a text to the user. */
const sayings = /^(?:tell|warn|announce|setError|ask|confirm|alert)$/;

/** Reports whether a text contains words: an address, a key or a class name has none. */
export function hasWords(text: string): boolean {
  const words = text.replaceAll(/&\w+;/g, " ").trim();
  return /\p{Lu}\p{Ll}|[\p{L}\d] \p{L}{2}/u.test(words) || /^\p{L}{2,}[.!?…]$/u.test(words);
}

/**
 * Reports whether a text is a sentence: it begins with a capital, continues in lower case and ends with a full stop or the like.
 */
export function isSentence(text: string): boolean {
  return /^\p{Lu}\p{L}*[’']?\p{L}* .*\p{Ll}[.!?…]+$/u.test(text.trim());
}

interface Node {
  type: string;
  parent?: Node;
  name?: { name?: unknown };
  callee?: Node & { name?: unknown };
}

/** Reports whether a text is shown: as content, in an attribute that is read out, or in a call that displays it. */
function isShown(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "JSXAttribute") return spoken.test(String(at.name?.name));
    if (at.type === "JSXElement" || at.type === "JSXFragment") return true;
    if (at.type === "CallExpression") return sayings.test(String(at.callee?.name));
    // Parts of a comparison or a key are not shown.
    if (!passesOn.has(at.type)) return false;
  }
  return false;
}

const passesOn = new Set([
  "JSXExpressionContainer",
  "ConditionalExpression",
  "LogicalExpression",
  "TemplateLiteral",
]);

/** Reports whether a text is in an error for developers. */
function isForProgrammers(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "NewExpression") return String(at.callee?.name).endsWith("Error");
    if (at.type === "ThrowStatement") return true;
  }
  return false;
}

const rule = {
  create(context: { filename: string; report: (problem: object) => void }) {
    const file = context.filename.replaceAll("\\", "/");
    const isCatalogue =
      /\/web\/.*(?:texts|\/marketing|\/demo-samples|\/sample-messages)\.ts$/.test(file) ||
      !file.includes("/web/") ||
      /\.test\.tsx?$|\.config\.ts$|\/testing\//.test(file);
    if (isCatalogue) return {};
    const report = (node: Node, text: string) => {
      const message = `"${text.trim()}" is read by people: it belongs in the feature's *-texts.ts.`;
      context.report({ node, message });
    };
    const check = (node: Node, text: string) => {
      const isFound = isShown(node) ? hasWords(text) : isSentence(text) && !isForProgrammers(node);
      if (isFound) report(node, text);
    };
    return {
      JSXText(node: Node & { value: string }) {
        if (/\p{L}/u.test(node.value.replaceAll(/&\w+;/g, ""))) report(node, node.value);
      },
      Literal(node: Node & { value?: unknown }) {
        if (typeof node.value === "string") check(node, node.value);
      },
      TemplateElement(node: Node & { value: { raw: string } }) {
        // Beside an inserted value, one word is enough.
        if (isShown(node) && /\p{L}{2}/u.test(node.value.raw)) report(node, node.value.raw);
        else check(node, node.value.raw);
      },
    };
  },
};

export default { meta: { name: "texts" }, rules: { "spelled-once": rule } };
