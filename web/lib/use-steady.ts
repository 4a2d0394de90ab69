import { useLayoutEffect, useRef, useState } from "react";

/** Functions that stay the same at every render and do what the latest ones do, so that what has them stands still. */
export function useSteady<Handlers extends object>(latest: Handlers): Handlers {
  const now = useRef(latest);
  useLayoutEffect(() => {
    now.current = latest;
  });
  const [steady] = useState(
    () =>
      // Safe: nothing is read from the empty object itself, every name leads to the latest handlers.
      new Proxy({} as Handlers, { get: (_, name) => Reflect.get(now.current, name) }),
  );
  return steady;
}
