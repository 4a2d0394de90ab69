/** Lint rule "waits/begun-before": a wait for a request or response must start before the action that sends the request. */

const waits = new Set(["waitForRequest", "waitForResponse"]);

interface Node {
  type: string;
  argument?: Node;
  callee?: Node;
  property?: Node & { name?: string };
}

/**
 * Reports whether an expression awaits a wait where it begins: the request may have been sent before, and the wait never ends.
 */
export function isBegunLate({ argument }: Node): boolean {
  const { callee } = argument ?? {};
  return (
    argument?.type === "CallExpression" &&
    callee?.type === "MemberExpression" &&
    waits.has(callee.property?.name ?? "")
  );
}

const message =
  "The request may have been sent before this wait begins: keep its promise before the act, and await it afterwards.";

const rule = {
  create(context: { report: (problem: object) => void }) {
    return {
      AwaitExpression(node: Node) {
        if (isBegunLate(node)) context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: "waits" }, rules: { "begun-before": rule } };
