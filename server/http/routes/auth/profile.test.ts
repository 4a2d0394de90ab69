import type { Api } from "@inlet/contract/api.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { aPng, aWebp } from "#/testing/factories/pictures.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const day = 24 * 3600_000;

describe.each(usualEngines)("profiles, on %s", (engine) => {
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  beforeAll(async () => {
    app = await startRealApp(engine);
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function put(
    bytes: Uint8Array,
    { token = anna.token, headers = {} as Record<string, string> } = {},
  ): Promise<{ status: number; body: { user?: User; code?: string; message?: string } }> {
    const answer = await fetch(`${app.origin}/user/avatar`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/octet-stream",
        ...headers,
      },
      body: new Uint8Array(bytes),
    });
    // A user or a failure. Tests check its fields.
    return { status: answer.status, body: (await answer.json()) as { user?: User } };
  }
  const addressOf = async (bytes: Uint8Array) => (await put(bytes)).body.user?.avatar ?? "";
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(app.origin + path, { headers });
  const profileOf = async (person: SignedUpUser) =>
    (await person.client.call("GET /user/profile", {})).user;

  describe("in words", () => {
    it("stores the trimmed bio, and leaves it unchanged when only the name is sent", async () => {
      const { user } = await anna.client.call("PUT /user/profile", {
        name: " Anna Lind ",
        bio: " Boats.\nAnd mail. ",
      });
      expect(user).toMatchObject({ name: "Anna Lind", bio: "Boats.\nAnd mail." });
      await anna.client.call("PUT /user/profile", { name: "Anna" });
      expect(await profileOf(anna)).toMatchObject({ name: "Anna", bio: "Boats.\nAnd mail." });
      expect((await profileOf(ben)).bio).toBe("");
      await anna.client.call("PUT /user/profile", { name: "Anna", bio: "" });
      expect((await profileOf(anna)).bio).toBe("");
    });

    it("changes nothing without a name, nor with a bio that is too long", async () => {
      const refused = { status: 400, code: "profile.name_required", message: "Name is required" };
      const nameless = { name: " ", bio: "Boats." };
      expect(await anna.client.refusal("PUT /user/profile", nameless)).toEqual(refused);
      const inputs: Api["PUT /user/profile"]["input"][] = [
        { name: "Anna", bio: "x".repeat(limits.bioMaxLength + 1) },
        { name: "Anna", bio: "a\0b" },
      ];
      for (const input of inputs) {
        expect(await anna.client.refusal("PUT /user/profile", input)).toMatchObject({
          code: "input.invalid",
        });
      }
      expect((await profileOf(anna)).bio).toBe("");
      const longest = { name: "Anna", bio: "x".repeat(limits.bioMaxLength) };
      expect((await anna.client.call("PUT /user/profile", longest)).user.bio).toBe(longest.bio);
    });
  });

  describe("in a picture", () => {
    it.each([
      ["image/png", aPng(256, 256, 77)],
      ["image/webp", aWebp("VP8L", 256, 256)],
    ])("serves an %s with its type and strict headers", async (type, bytes) => {
      const { status, body } = await put(bytes);
      expect(status).toBe(200);
      const avatar = body.user?.avatar ?? "";
      expect(avatar).toMatch(new RegExp(`^/user/${anna.user.id}/avatar\\?signature=`));
      expect((await profileOf(anna)).avatar).toBe(avatar);
      // Without a token, as an image element loads it.
      const answer = await get(avatar);
      expect(answer.status).toBe(200);
      const { headers } = answer;
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(headers.get("content-disposition")).toContain("attachment");
      expect(headers.get("cache-control")).toBe(`private, max-age=${day / 1000}`);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it("has the same URL all day, and a new one for a new picture, which invalidates the old one", async () => {
      const first = await addressOf(aPng(10, 10, 1));
      expect(await addressOf(aPng(10, 10, 1))).toBe(first);
      const second = await addressOf(aPng(10, 10, 2));
      expect(second).not.toBe(first);
      expect((await get(first)).status).toBe(404);
      expect((await get(second)).status).toBe(200);
    });

    it("has a URL that is valid as long as the longest session", async () => {
      const avatar = await addressOf(aPng(10, 10, 3));
      const { time } = app.clock;
      app.clock.time = time + 90 * day;
      expect((await get(avatar)).status).toBe(200);
      app.clock.time = time + 92 * day;
      expect((await get(avatar)).status).toBe(401);
      app.clock.time = time;
    });

    it("is not served after it was removed", async () => {
      const avatar = await addressOf(aPng(10, 10, 4));
      const { user } = await anna.client.call("DELETE /user/avatar", {});
      expect(user.avatar).toBeNull();
      expect((await profileOf(anna)).avatar).toBeNull();
      expect((await get(avatar)).status).toBe(404);
      expect((await anna.client.call("DELETE /user/avatar", {})).user.avatar).toBeNull();
    });

    it("is kept when a new one is refused", async () => {
      const avatar = await addressOf(aPng(10, 10, 5));
      const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
      expect(await put(drawing)).toMatchObject({
        status: 422,
        body: { code: "avatar.not_an_image" },
      });
      expect(await put(aPng(60_000, 60_000))).toMatchObject({ status: 422 });
      expect(await put(Buffer.alloc(0))).toMatchObject({ status: 422 });
      // A compressed body is not decompressed.
      const headers = { "content-encoding": "gzip" };
      expect(await put(Buffer.from([0x1f, 0x8b, 8, 0]), { headers })).toMatchObject({
        status: 422,
      });
      const form = { "content-type": "multipart/form-data; boundary=x" };
      expect((await put(aPng(1, 1), { headers: form })).status).toBe(400);
      expect((await profileOf(anna)).avatar).toBe(avatar);
    });

    it("is limited to 256 kB", async () => {
      const padded = (length: number) => {
        // A chunk that is not part of the picture.
        const png = aPng(10, 10, 6);
        const filler = Buffer.alloc(length - png.length);
        filler.writeUInt32BE(filler.length - 12);
        filler.write("inLt", 4, "latin1");
        return Buffer.concat([png.subarray(0, -12), filler, png.subarray(-12)]);
      };
      expect((await put(padded(limits.avatarBytes))).status).toBe(200);
      const avatar = (await profileOf(anna)).avatar;
      for (const length of [limits.avatarBytes + 1, 3 * limits.requestBodyBytes]) {
        expect(await put(padded(length))).toEqual({
          status: 413,
          body: {
            code: "avatar.too_large",
            message: "Pictures can be at most 256 kB.",
          },
        });
      }
      expect((await profileOf(anna)).avatar).toBe(avatar);
    });

    it("is served only to its owner", async () => {
      const avatar = await addressOf(aPng(10, 10, 7));
      const bens = (await put(aPng(10, 10, 8), { token: ben.token })).body.user?.avatar ?? "";
      const [path = "", signature = ""] = avatar.split("?");
      const bensPath = bens.split("?")[0] ?? "";
      const asBen = { authorization: `Bearer ${ben.token}` };
      expect((await get(avatar, asBen)).status).toBe(404);
      expect((await get(path, asBen)).status).toBe(404);
      expect((await get(path)).status).toBe(401);
      expect((await get(`${bensPath}?${signature}`)).status).toBe(401);
      expect((await get(`${path}?signature=a.b`)).status).toBe(401);
      await ben.client.call("DELETE /user/avatar", {});
      expect((await get(avatar)).status).toBe(200);
      expect((await get(bens)).status).toBe(404);
    });

    it("is in the response to a sign-in", async () => {
      const avatar = await addressOf(aPng(10, 10, 9));
      const { email } = anna.user;
      const again = await ben.client.call("POST /user/login", { email, password: anna.password });
      expect(again.user.avatar).toBe(avatar);
    });
  });
});
