import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPasswords, productionCost } from "#/auth/passwords.ts";
import { hashToken } from "#/auth/token.ts";
import { userByEmail } from "#/store/users/queries.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { type AloneInstallation, anInstallation, runInlet } from "#/testing/apps/cli.ts";

describe.each(bothEngines)("commands of the operator, on %s", (engine) => {
  let installation: AloneInstallation;
  beforeAll(async () => {
    installation = await anInstallation(engine);
    for (const name of ["anna", "ben"]) {
      await installation.execute("user.create", {
        id: name,
        email: `${name}@example.org`,
        name,
        passwordHash: "",
        firstIsAdmin: true,
      });
    }
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const find = async (name: string) => {
    const user = await userByEmail(installation.database.reader, `${name}@example.org`);
    if (!user) throw new Error("Nobody is there.");
    return user;
  };

  it("resets a user's password and ends all their sessions and tokens", async () => {
    const { id } = await find("ben");
    await installation.execute("session.create", {
      id: "s",
      user_id: id,
      token_hash: hashToken("s"),
      cookie_hash: "",
      user_agent: "",
      created_at: 1,
      last_used_at: 1,
    });
    const { code, output } = await runInlet(installation.env, [
      "reset-password",
      "Ben@Example.org",
    ]);
    expect([code, output]).toEqual([0, expect.stringContaining("ben@example.org")]);
    const [, password = ""] = /^New password for ben@example\.org: (\S{20})$/m.exec(output) ?? [];
    const { password_hash: hash } = await find("ben");
    expect(await createPasswords(productionCost).check(password, hash)).toBe(true);
    const { reader } = installation.database;
    expect(await reader.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  it("makes a disabled user an administrator and enables them", async () => {
    const { id } = await find("ben");
    await installation.execute("user.setDisabled", { userId: id, isDisabled: true });
    const { code } = await runInlet(installation.env, ["make-admin", "ben@example.org"]);
    expect(code).toBe(0);
    expect(await find("ben")).toMatchObject({ role: "admin", disabled_at: 0 });
  });

  it("reports in one sentence what does not exist, and creates nothing", async () => {
    const anonymous = await runInlet(installation.env, ["make-admin", "eve@example.org"]);
    expect(anonymous).toEqual({
      code: 1,
      output: "There is no user with the address eve@example.org.\n",
    });
    const nowhere = { ...installation.env, INLET_DATA_DIR: `${installation.dir}/typo` };
    const lost = await runInlet(nowhere, ["doctor"]);
    expect(lost.code).toBe(1);
    expect(lost.output).toMatch(/^The data folder .*typo does not exist\. Set INLET_DATA_DIR/);
    const unknown = await runInlet(installation.env, ["reset-password"]);
    expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining("Usage:")]);
  });
});
