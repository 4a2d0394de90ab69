import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queryKeys } from "#/api/queries.ts";
import { onAccountRemoved } from "#/state/live/on-account-removed.ts";

test("reports a deleted account once, but not one that is added or stays", () => {
  const client = new QueryClient();
  const set = (...ids: string[]) =>
    client.setQueryData(queryKeys.accounts, { accounts: ids.map((id) => ({ id })) });
  const gone = vi.fn();
  const stop = onAccountRemoved(client, gone);
  set("a");
  set("a", "b");
  set("b", "a");
  expect(gone).not.toHaveBeenCalled();
  set("b");
  set("b");
  expect(gone).toHaveBeenCalledTimes(1);
  stop();
  set();
  expect(gone).toHaveBeenCalledTimes(1);
});
