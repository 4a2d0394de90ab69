/** Lint rule "regex/linear": no regular expression may take more than linear time, whatever it is given to read. */
import { findAttack } from "./linear-regex/find-attack.ts";

interface Literal {
  regex?: { pattern: string; flags: string };
}

const rule = {
  create(context: { report: (problem: object) => void }) {
    return {
      Literal(node: Literal) {
        if (!node.regex) return;
        const attack = findAttack(node.regex.pattern, node.regex.flags);
        if (attack === undefined) return;
        const { prefix, pump, suffix } = attack;
        const text = `${JSON.stringify(prefix)} + ${JSON.stringify(pump)}.repeat(n) + ${JSON.stringify(suffix)}`;
        const message = `The work of this regular expression grows faster than the text: ${text}`;
        context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: "regex" }, rules: { linear: rule } };
