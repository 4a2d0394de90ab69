/** Lint rule "sides/logical": class names use start and end, not left and right. */

// The center (`1/2`) is the same from both sides.
const place =
  /^-?(?:[pm][lr]|scroll-[pm][lr]|left|right|mask-[lr]-from)-(?!1\/2$)(?:\d|\[|\(|px$|auto$|full$)/;
const edge =
  /^(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float)-(?:left|right)|origin-(?:[a-z]+-)?(?:left|right))(?:-|$)/;

/**
 * Returns the classes of a text that name a side of the screen. A class for a single direction is allowed, because it has a
 * counterpart for the other.
 */
export function sidesIn(text: string): string[] {
  return text.split(/\s+/).filter((name) => {
    const parts = name.split(":");
    const own = parts.at(-1) ?? "";
    const isForOneDirection = parts.includes("rtl") || parts.includes("ltr");
    return !isForOneDirection && (place.test(own) || edge.test(own));
  });
}

interface Text {
  value?: unknown;
}

const rule = {
  create(context: { report: (problem: object) => void }) {
    const check = (node: object, text: string) => {
      for (const name of sidesIn(text)) {
        const message = `"${name}" names a side of the screen: say start or end (ps-, me-, start-, text-end, border-s).`;
        context.report({ node, message });
      }
    };
    return {
      Literal(node: Text) {
        if (typeof node.value === "string") check(node, node.value);
      },
      TemplateElement(node: { value: { raw: string } }) {
        check(node, node.value.raw);
      },
    };
  },
};

export default { meta: { name: "sides" }, rules: { logical: rule } };
