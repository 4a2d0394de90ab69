import { afterAll, beforeAll, expect, it } from "vitest";
import { anotherProcess } from "#/testing/apps/other-process.ts";
import { createClient } from "#/testing/apps/client.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

let first: RealApp;
const stack = new AsyncDisposableStack();
let count = 0;
beforeAll(async () => {
  first = stack.use(await startRealApp("postgres"));
});
afterAll(() => stack.disposeAsync());

const another = async () => stack.use(await anotherProcess(first));

/** Creates a new user, an hour after earlier attempts. */
async function someUser(): Promise<SignedUpUser> {
  first.clock.time += 3600_000;
  return signUpUser(first.origin, `Anna${++count}`);
}

/** Returns the results of concurrent guesses, sent to the given processes in turn. */
async function guess(
  apps: readonly RealApp[],
  { user }: SignedUpUser,
  times: number,
): Promise<string[]> {
  const clients = apps.map(({ origin }) => createClient(origin));
  const guesses = Array.from({ length: times }, (_, n) =>
    clients[n % clients.length]?.refusal("POST /user/login", {
      email: user.email,
      password: "guess",
    }),
  );
  return (await Promise.all(guesses)).map((refusal) => refusal?.code ?? "");
}

it("processes on one database share the twenty attempts, and one that starts later knows them", async () => {
  const second = await another();
  const anna = await someUser();
  expect(await guess([first], anna, 12)).toEqual(Array(12).fill("login.failed"));
  expect(await guess([second], anna, 8)).toEqual(Array(8).fill("login.failed"));
  const login = { email: anna.user.email, password: anna.password };
  for (const app of [first, second, await another()]) {
    expect(await createClient(app.origin).refusal("POST /user/login", login)).toMatchObject({
      status: 429,
      code: "login.too_many",
    });
  }
  // An open session has separate attempts.
  const own = createClient(second.origin, anna.token);
  expect(await own.refusal("POST /user/authenticator", { password: "guess" })).toMatchObject({
    code: "password.wrong",
  });
  first.clock.time += 3600_000;
  await createClient(second.origin).call("POST /user/login", login);
});

it("only twenty of many concurrent attempts at several processes are checked", async () => {
  const second = await another();
  for (let round = 0; round < 3; round++) {
    const codes = await guess([first, second], await someUser(), 40);
    expect(codes.filter((code) => code === "login.failed")).toHaveLength(20);
    expect(codes.filter((code) => code === "login.too_many")).toHaveLength(20);
  }
});

it("a sign-in that succeeds at one process uses no attempt of another", async () => {
  const second = await another();
  const anna = await someUser();
  const login = { email: anna.user.email, password: anna.password };
  expect(await guess([first, second], anna, 19)).toEqual(Array(19).fill("login.failed"));
  for (let n = 0; n < 3; n++) {
    await createClient(first.origin).call("POST /user/login", login);
    await createClient(second.origin).call("POST /user/login", login);
  }
  expect(await guess([second], anna, 1)).toEqual(["login.failed"]);
  expect(await guess([first], anna, 1)).toEqual(["login.too_many"]);
});
