import type { InputOf } from "#/store/commands/registry.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/**
 * Returns the command bus of an engine that sends. A server's response to a message handed to it is recorded even if another
 * engine works for the user now, because no other engine received it. All other writes require the lease.
 */
export function settleAnyway(execute: Execute, plainExecute: Execute): Execute {
  return (name, input) => {
    if (name !== "outbox.settle") return execute(name, input);
    // Safe: this is the input of outbox.settle.
    const { state, isHandedOver = false } = input as InputOf<"outbox.settle">;
    return (state === "accepted" || isHandedOver ? plainExecute : execute)(name, input);
  };
}
