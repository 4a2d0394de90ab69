import type { InputOf } from "#/store/commands/registry.ts";
import type { Door } from "#/store/door.ts";

/**
 * The door of an engine that sends: what a server said of a message that it was handed stands, whoever works for the person
 * by now, for nobody else heard it. Everything else is the engine's alone whose person it is.
 */
export function tellAnyway(door: Door, plainDoor: Door): Door {
  return (name, input) => {
    if (name !== "outbox.settle") return door(name, input);
    // Each name has its own input; this is the one of outbox.settle.
    const { state, isHandedOver = false } = input as InputOf<"outbox.settle">;
    return (state === "accepted" || isHandedOver ? plainDoor : door)(name, input);
  };
}
