import { AccountId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { connectionTurn } from "./connection-limit.ts";

const anAccount = () => AccountId.parse(randomId());

test("each account has its own queue and grants one turn at a time, in the order of the requests", async () => {
  const account = anAccount();
  const seen: string[] = [];
  const first = await connectionTurn(account, 1000);
  const second = connectionTurn(account, 1000).then((end) => {
    seen.push("second");
    end();
  });
  const third = connectionTurn(account, 1000).then((end) => {
    seen.push("third");
    end();
  });
  const other = await connectionTurn(anAccount(), 1000);
  other();
  expect(seen).toEqual([]);
  first();
  await Promise.all([second, third]);
  expect(seen).toEqual(["second", "third"]);
});

test("a caller that waits too long gets an error and does not block those behind it", async () => {
  const account = anAccount();
  const first = await connectionTurn(account, 1000);
  await expect(connectionTurn(account, 1)).rejects.toThrow(WireError);
  const next = connectionTurn(account, 1000);
  first();
  (await next)();
});
