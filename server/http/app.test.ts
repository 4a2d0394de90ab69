import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { api } from "@inlet/contract/api.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Auth } from "#/auth/types.ts";
import { Failure } from "#/base/failure.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const page = "<!doctype html><title>Inlet</title>";
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("the HTTP application", () => {
  let app: RealApp;
  let webDir = "";
  beforeAll(async () => {
    webDir = await mkdtemp(path.join(tmpdir(), "inlet-web-"));
    await mkdir(path.join(webDir, "assets"));
    await writeFile(path.join(webDir, "index.html"), page);
    await writeFile(path.join(webDir, "login.html"), page);
    await writeFile(path.join(webDir, "assets/app-Bx1.js"), "start();");
    await writeFile(path.join(webDir, "mail-frame.html"), "<!doctype html>");
    await writeFile(path.join(webDir, "mail-print.html"), "<!doctype html>");
    await writeFile(path.join(webDir, "mail-frame.js"), "frame();");
    await writeFile(path.join(webDir, ".sources"), "hash");
    app = await startRealApp("sqlite", { http: { webDir } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(webDir, { recursive: true });
  });

  const get = (where: string, headers: Record<string, string> = {}) =>
    fetch(new URL(where, app.origin), { headers, redirect: "manual" });

  describe("serves the contract", () => {
    it.each(Object.values(api))("responds to $method $path", async ({ method, path: pattern }) => {
      const answer = await fetch(new URL(pattern.replaceAll(/[{}]/g, ""), app.origin), { method });
      expect(answer.status).not.toBe(404);
      await answer.body?.cancel();
    });

    it("serves no other paths and methods", async () => {
      const served = new Set(Object.values(api).map(({ path: pattern }) => pattern.split("/")[1]));
      for (const { method, path: pattern } of Object.values(api)) {
        for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          const isServed = Object.values(api).some(
            (endpoint) => endpoint.method === other && endpoint.path === pattern,
          );
          // A mail client posts to the brief's unsubscribe URL; a browser that opens it is redirected to the settings.
          const isPage = other === "GET" && pattern === api["POST /brief/leave/{token}"].path;
          if (isServed || other === method || isPage) continue;
          const url = new URL(pattern.replaceAll(/\{\w+\}/g, "zz"), app.origin);
          const answer = await fetch(url, { method: other });
          await answer.body?.cancel();
          // Another endpoint responds if its pattern matches this path.
          expect([other, url.pathname, answer.status]).toEqual([
            other,
            url.pathname,
            matchesAnother(other, url.pathname) ? 401 : 404,
          ]);
        }
      }
      for (const name of ["auth", "api", "admin", "debug", "ai", ".env", ".git/config"]) {
        if (!served.has(name)) expect((await get(`/${name}`)).status).toBe(404);
      }
    });

    it("describes every endpoint in an OpenAPI document", async () => {
      const answer = await get("/openapi.json");
      const document: unknown = await answer.json();
      expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Inlet" } });
      for (const { method, path: pattern } of Object.values(api)) {
        expect(document).toHaveProperty(["paths", pattern, method.toLowerCase()]);
      }
      expect(document).toHaveProperty(
        ["paths", "/email/search", "post", "requestBody", "content", "application/json", "schema"],
        expect.objectContaining({ required: ["query"] }),
      );
      for (const [pattern, words] of [
        ["/user/register", "Sec-Fetch-Site"],
        ["/user/login", "Sec-Fetch-Site"],
        ["/user/login/passkey", "Sec-Fetch-Site"],
        ["/user/login/elsewhere", "Continue as"],
      ] as const) {
        expect(document).toHaveProperty(
          ["paths", pattern, "post", "description"],
          expect.stringContaining(words),
        );
      }
      // The document is cached, so no response may change it.
      const [again, ofThePage] = [await get("/openapi.json"), await get("/docs/json")];
      expect([await again.json(), await ofThePage.json()]).toEqual([document, document]);
    });

    it("on a page to try it, with a separate security policy", async () => {
      const answer = await get("/docs/", html);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("swagger-ui");
      const policy = answer.headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("trusted-types");
      for (const file of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"]) {
        const asset = await get(`/docs/static/${file}`);
        expect([file, asset.status]).toEqual([file, 200]);
        await asset.body?.cancel();
      }
    });
  });

  it.each([
    "/login",
    "/signup",
    "/auth/callback?token=x",
    "/app",
    "/app/",
    "/app/settings",
    "/app/inbox",
    "/login?invite=x",
  ])("serves the web app at %s", async (where) => {
    const answer = await get(where, html);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  });

  it("answers bytes that are not a request with a text of the catalog", async () => {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write("BREW /coffee HTCPCP/1.0\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({ code: "input.invalid" });
  });

  it("shows browsers the web app's 404, and answers API clients in JSON", async () => {
    const shown = await get("/no/such/page", html);
    expect(shown.status).toBe(404);
    expect(await shown.text()).toBe(page);
    const responses = await get("/no/such/page");
    expect(responses.status).toBe(404);
    expect(await responses.json()).toEqual({ code: "endpoint.not_found", message: "Not Found" });
    const posted = await fetch(new URL("/nothing", app.origin), { method: "POST", headers: html });
    expect(posted.status).toBe(404);
    expect(await posted.json()).toMatchObject({ code: "endpoint.not_found" });
  });

  it("answers HEAD requests for pages like GET, without the body", async () => {
    for (const where of ["/login", "/app/inbox", "/nowhere"]) {
      const url = new URL(where, app.origin);
      const answer = await fetch(url, { method: "HEAD", headers: html });
      expect([where, answer.status]).toEqual([where, (await get(where, html)).status]);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(await answer.text()).toBe("");
    }
  });

  it("serves neither the build's own files nor files outside its folder", async () => {
    for (const where of ["/.sources", "/..%2f..%2fetc/passwd", "/assets/..%2findex.html"]) {
      const answer = await get(where);
      expect([where, answer.status]).toEqual([where, 404]);
    }
  });

  it("lets browsers cache files with a hash in their name permanently", async () => {
    const answer = await get("/assets/app-Bx1.js");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toContain("javascript");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it.each([
    "/login",
    "/auth/callback?token=x",
    "/healthz",
    "/nowhere",
    "/user/profile",
    "/assets/app-Bx1.js",
  ])("sends the security headers with %s", async (where) => {
    const { headers } = await get(where, html);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["/mail-frame.html", "allow-scripts allow-popups allow-popups-to-escape-sandbox"],
    ["/mail-frame.js", "allow-scripts allow-popups allow-popups-to-escape-sandbox"],
    ["/mail-print.html", "allow-scripts allow-modals"],
  ])("gives %s a separate origin and one script", async (where, allowed) => {
    const { headers, status } = await get(where);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toBe(
      `sandbox ${allowed}; default-src 'none'; ` +
        "script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    );
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  it("reports its health to the operator", async () => {
    expect(await (await get("/healthz")).json()).toEqual({ ok: true });
    expect(await (await get("/readyz")).json()).toEqual({ ok: true });
    const metrics = await (await get("/metrics")).text();
    expect(metrics).toContain('inlet_http_request_seconds_count{method="GET",route="/healthz"');
  });
});

function matchesAnother(method: string, pathname: string): boolean {
  return Object.values(api).some((endpoint) => {
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+");
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
}

it("is not ready while the database is unavailable", async () => {
  await using app = await startRealApp("sqlite", {
    context: () => ({ isReady: async () => false }),
  });
  const answer = await fetch(`${app.origin}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ ok: false });
});

it("serves only the mail frame during development", async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), "inlet-web-"));
  await writeFile(path.join(webDir, "mail-frame.html"), "<!doctype html>");
  await using app = await startRealApp("sqlite", { http: { webDir } });
  expect((await fetch(`${app.origin}/mail-frame.html`)).status).toBe(200);
  const answer = await fetch(`${app.origin}/login`, { headers: html });
  expect(await answer.json()).toMatchObject({ code: "endpoint.not_found" });
  await rm(webDir, { recursive: true });
});

it("trusts the configured proxies, and no other", async () => {
  const seen: string[] = [];
  const login: Auth["login"] = async (_form, { address }) => {
    seen.push(address);
    throw new Failure("login.failed");
  };
  const headers = { "x-forwarded-for": "198.51.100.7", "content-type": "application/json" };
  for (const trustProxy of [[], ["127.0.0.1"], ["10.0.0.0/8"]]) {
    await using app = await startRealApp("sqlite", {
      context: ({ auth }) => ({ auth: { ...auth, login } }),
      http: { trustProxy },
    });
    await fetch(`${app.origin}/user/login`, { method: "POST", headers, body: "{}" });
  }
  expect(seen).toEqual(["127.0.0.1", "198.51.100.7", "127.0.0.1"]);
});

it("finds the client's address behind any number of trusted proxies, despite forged headers", async () => {
  const seen: string[] = [];
  const login: Auth["login"] = async (_form, { address }) => {
    seen.push(address);
    throw new Failure("login.failed");
  };
  const trustProxy = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"];
  await using app = await startRealApp("sqlite", {
    context: ({ auth }) => ({ auth: { ...auth, login } }),
    http: { trustProxy },
  });
  const responses = [
    // The client wrote the first address, our two proxies the rest.
    ["1.2.3.4, 198.51.100.7, 10.0.0.2", "198.51.100.7"],
    // A client that claims an address in a trusted range is still the last one that no proxy of ours vouches for.
    ["127.0.0.1, 198.51.100.7", "198.51.100.7"],
    ["10.9.9.9, 198.51.100.7, 10.0.0.2, 10.0.0.3", "198.51.100.7"],
    ["198.51.100.7, 2001:db8::1", "198.51.100.7"],
    // Only our proxies: the farthest of them counts.
    ["10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["<script>, unknown, 198.51.100.7", "198.51.100.7"],
    ["", "127.0.0.1"],
  ];
  for (const [forwarded = ""] of responses) {
    const headers = { "x-forwarded-for": forwarded, "content-type": "application/json" };
    await fetch(`${app.origin}/user/login`, { method: "POST", headers, body: "{}" });
  }
  expect(seen).toEqual(responses.map(([, address]) => address));
});

it("refuses an address that registers too many accounts", async () => {
  const register: Auth["register"] = async () => {
    throw new Failure("signup.closed");
  };
  await using app = await startRealApp("sqlite", {
    context: ({ auth }) => ({ auth: { ...auth, register } }),
  });
  const statuses = new Set<number>();
  for (let n = 0; n < 101; n++) {
    const answer = await fetch(`${app.origin}/user/register`, { method: "POST" });
    statuses.add(answer.status);
    const body: unknown = await answer.json();
    if (answer.status === 429) expect(body).toMatchObject({ code: "request.too_many" });
  }
  expect([...statuses]).toEqual([403, 429]);
});
