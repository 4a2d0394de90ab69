import { useLayoutEffect, useRef, useState } from "react";

/**
 * Returns functions that stay the same in every render and call the latest ones, to avoid renders of components that hold them.
 */
export function useSteady<Handlers extends object>(latest: Handlers): Handlers {
  const now = useRef(latest);
  useLayoutEffect(() => {
    now.current = latest;
  });
  const [steady] = useState(
    () =>
      // Safe: nothing is read from the empty object itself; each name resolves to the latest handlers.
      new Proxy({} as Handlers, { get: (_, name) => Reflect.get(now.current, name) }),
  );
  return steady;
}
