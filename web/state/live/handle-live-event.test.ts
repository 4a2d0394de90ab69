import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { queryKeys } from "#/api/queries.ts";
import { preferencesQuery } from "#/api/writing-queries.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { createLiveEventHandler } from "#/state/live/handle-live-event.ts";
import { useToasts } from "#/state/changes/toasts.ts";

/** Observes a query whose first fetch is running. */
function aFirstReading(queryKey: readonly string[]) {
  const client = new QueryClient();
  const answers: ((mail: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stopWatching = observer.subscribe(() => undefined);
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    stopWatching();
  });
  expect(answers).toHaveLength(1);
  return { handle: createLiveEventHandler(client, stop.signal), observer, answers };
}

test.each([
  ["the line came to stand", queryKeys.folders, { kind: "line.unsure" as const }],
  ["it changed", [...queryKeys.outbox, "m1"], { kind: "outbox.changed" as const, ids: ["m1"] }],
])("a fetch that was running when %s is repeated", async (_when, queryKey, event) => {
  const { handle, observer, answers } = aFirstReading(queryKey);
  handle(event);
  answers[0]?.("read before");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("read after");
  await expect.poll(() => observer.getCurrentResult().data).toBe("read after");
  expect(answers).toHaveLength(2);
});

test("an event during a choice of the user does not revert the choice", async () => {
  const client = new QueryClient();
  const read: string[] = [];
  const answer = { preferences: {} };
  const observer = new QueryObserver<unknown>(client, {
    queryKey: preferencesQuery.queryKey,
    queryFn: () => {
      read.push("again");
      return Promise.resolve(answer);
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  await expect.poll(() => observer.getCurrentResult().data).toBe(answer);
  const { promise, resolve } = Promise.withResolvers<void>();
  const choosing = new MutationObserver(client, {
    mutationKey: preferencesQuery.queryKey,
    mutationFn: () => promise,
  }).mutate();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const handle = createLiveEventHandler(client, stop.signal);
  handle({ kind: "settings.changed", ids: ["preferences"] });
  expect(read).toHaveLength(1);
  resolve();
  await choosing;
  createLiveEventHandler(client, stop.signal)({ kind: "settings.changed", ids: ["preferences"] });
  await expect.poll(() => read.length).toBe(2);
});

test("reports a change that the mail server refused", () => {
  // The list of toasts is global to the page, and to the process that runs several test files.
  useToasts.setState({ waiting: [] });
  const stop = new AbortController();
  createLiveEventHandler(new QueryClient(), stop.signal)({ kind: "message.refused", ids: ["1"] });
  expect(useToasts.getState().waiting).toMatchObject([
    { title: texts.changeRefused, hasFailed: true },
  ]);
  stop.abort();
});
