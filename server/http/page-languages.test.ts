import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

let app: RealApp;
let webDir = "";
beforeAll(async () => {
  webDir = await mkdtemp(path.join(tmpdir(), "inlet-pages-"));
  for (const name of ["index", "landing", "login", "privacy"]) {
    await writeFile(path.join(webDir, `${name}.html`), `${name} in English`);
    await writeFile(path.join(webDir, `${name}.ar-XB.html`), `${name} in ar-XB`);
    await writeFile(path.join(webDir, `${name}.en-XA.html`), `${name} in en-XA`);
  }
  await mkdir(path.join(webDir, "languages"));
  await writeFile(path.join(webDir, "languages/en-XA.js"), "speak();");
  app = await startRealApp("sqlite", { http: { webDir } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(webDir, { recursive: true });
});

const get = (where: string, headers: Record<string, string> = {}) =>
  fetch(new URL(where, app.origin), { headers });
const textOf = async (where: string, headers?: Record<string, string>) =>
  (await get(where, headers)).text();

it.each([
  ["/", "landing"],
  ["/login", "login"],
  ["/privacy", "privacy"],
  ["/signup", "index"],
  ["/app/inbox", "index"],
])("%s is in the first available language of the browser", async (where, name) => {
  expect(await textOf(where)).toBe(`${name} in English`);
  expect(await textOf(where, { "accept-language": "ar-XB" })).toBe(`${name} in ar-XB`);
});

it.each([
  ["en-GB,en;q=0.9,ar-XB;q=0.8", "English"],
  ["xx, ar-XB;q=0.2, en-XA;q=0.7", "en-XA"],
  ["ar-XB;q=0, en-XA;q=0.1", "en-XA"],
  // A test language is used only if the browser names it exactly.
  ["ar-EG, ar;q=0.9", "English"],
  ["*", "English"],
  [";q=x,,;", "English"],
])("Accept-Language: %s gives %s", async (header, language) => {
  expect(await textOf("/app", { "accept-language": header })).toBe(`index in ${language}`);
});

it("prefers the language that the user chose to the browser's", async () => {
  const cookie = (value: string) => ({
    "accept-language": "ar-XB",
    cookie: `inlet-language=${value}`,
  });
  expect(await textOf("/login", cookie("en-XA"))).toBe("login in en-XA");
  expect(await textOf("/login", cookie("en"))).toBe("login in English");
  expect(await textOf("/login", cookie("../../x"))).toBe("login in ar-XB");
});

it("prevents caches from serving a page in another browser's language", async () => {
  const answer = await get("/privacy");
  await answer.text();
  expect(answer.headers.get("vary")).toContain("accept-language, cookie");
});

it("a browser caches a language permanently under its version", async () => {
  const kept = async (where: string) => {
    const answer = await get(where);
    expect(await answer.text()).toBe("speak();");
    return answer.headers.get("cache-control");
  };
  expect(await kept("/languages/en-XA.js?v=0a1b")).toContain("immutable");
  expect(await kept("/languages/en-XA.js")).toBe("no-cache");
});
