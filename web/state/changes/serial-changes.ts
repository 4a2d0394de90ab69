import type { Target } from "#/state/changes/pending-change.ts";

interface Running {
  target: Target;
  end: Promise<unknown>;
}
const running = new Set<Running>();

/** Runs work such that changes of the same messages reach the server in the order they were made. */
export async function inOrder<Result>(
  target: Target,
  work: () => Promise<Result>,
): Promise<Result> {
  const earlier = [...running].filter((each) => overlap(each.target, target));
  const result = Promise.all(earlier.map(({ end }) => end)).then(work);
  const entry: Running = { target, end: result.catch(() => undefined) };
  running.add(entry);
  try {
    return await result;
  } finally {
    running.delete(entry);
  }
}

function overlap(one: Target, other: Target): boolean {
  return Boolean(one.all ?? other.all) || [...one.ids].some((id) => other.ids.has(id));
}
