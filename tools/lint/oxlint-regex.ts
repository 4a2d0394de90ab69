/**
 * Lint rule "regex/linear": no regular expression may take more than linear time on any input. Expressions recorded as proven
 * (tools/linear-regex/proven.txt) are not proven again; `npm run regexes` records them.
 */
import { findAttack } from "../linear-regex/find-attack.ts";
import { keyOf, readProven } from "../linear-regex/proven.ts";

interface Literal {
  regex?: { pattern: string; flags: string };
}

const proven = new Set(readProven().map(({ key }) => key));
/** Maximum number of expressions to prove in one run of the linter: a proof takes about 40 ms. */
const maxUnrecorded = 40;
const unrecorded = new Set<string>();
/**
 * `npm run regexes` uses this mode: the rule reports each expression of the code as a problem, with its pattern and flags as
 * JSON.
 */
const isListing = process.env["INLET_LIST_REGEXES"] === "1";

const rule = {
  create(context: { report: (problem: object) => void }) {
    return {
      Literal(node: Literal) {
        if (!node.regex) return;
        const { pattern, flags } = node.regex;
        if (isListing) {
          context.report({ node, message: JSON.stringify([pattern, flags]) });
          return;
        }
        const key = keyOf(pattern, flags);
        if (proven.has(key)) return;
        const attack = findAttack(pattern, flags);
        if (attack === undefined) {
          unrecorded.add(key);
          if (unrecorded.size === maxUnrecorded) {
            const message = `${maxUnrecorded} regular expressions are not recorded as proven: npm run regexes`;
            context.report({ node, message });
          }
          return;
        }
        const { prefix, pump, suffix } = attack;
        const text = `${JSON.stringify(prefix)} + ${JSON.stringify(pump)}.repeat(n) + ${JSON.stringify(suffix)}`;
        const message = `The work of this regular expression grows faster than the text: ${text}`;
        context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: "regex" }, rules: { linear: rule } };
