import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

/** Starts a host of repositories that returns the given answer, and records the requests. */
async function startRepositoryHost() {
  const host = { answer: "", status: 200, asked: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    host.asked.push(request.url);
    response.writeHead(host.status, { "content-type": "application/json" }).end(host.answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No port is free.");
  return {
    host,
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

describe.each(usualEngines)("the landing page's calls, on %s", (engine) => {
  let blobsDir = "";
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
  });
  afterAll(() => rm(blobsDir, { recursive: true }));

  it("reads the stars once an hour for all visitors, and keeps the number when reading fails", async () => {
    await using repositories = await startRepositoryHost();
    const { host } = repositories;
    host.answer = JSON.stringify({ stargazers_count: 1234 });
    const landing = { starRepository: "inlet/inlet", starApiUrl: repositories.url };
    await using app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { egress: egressToLoopback(), landing }),
    });
    const stars = () => createClient(app.origin).call("GET /meta/stars", {});
    const known = { repository: "inlet/inlet", stars: 1234 };
    expect(await Promise.all([stars(), stars(), stars()])).toEqual([known, known, known]);
    expect(host.asked).toEqual(["/repos/inlet/inlet"]);

    host.status = 403;
    app.clock.time += limits.starsCacheMs;
    expect(await stars()).toEqual(known);
    expect(host.asked).toHaveLength(2);
  });

  it("returns no number of stars for a repository that cannot be read, and caches that", async () => {
    await using repositories = await startRepositoryHost();
    const { host } = repositories;
    host.answer = JSON.stringify({ message: "Not Found" });
    const landing = { starRepository: "inlet/inlet", starApiUrl: repositories.url };
    await using app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { egress: egressToLoopback(), landing }),
    });
    const stars = () => createClient(app.origin).call("GET /meta/stars", {});
    expect((await stars()).stars).toBeNull();
    expect((await stars()).stars).toBeNull();
    expect(host.asked).toHaveLength(1);
  });

  it("stores a request for a demo, and refuses one that cannot lead to a demo", async () => {
    await using app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir),
    });
    const client = createClient(app.origin);
    const startsAt = new Date(app.clock.time + 86_400_000).toISOString();
    const asked = {
      name: " Nora ",
      email: "nora@example.org",
      startsAt,
      zone: "Europe/Berlin",
      note: "Two\nlines",
    };
    const refusal = async (change: Partial<typeof asked>) =>
      (await client.refusal("POST /meta/demo", { ...asked, ...change })).code;
    expect(await refusal({ name: " " })).toBe("demo.fields_required");
    expect(await refusal({ email: "" })).toBe("demo.fields_required");
    expect(await refusal({ email: "nora" })).toBe("demo.email_invalid");
    const before = new Date(app.clock.time - 1000).toISOString();
    expect(await refusal({ startsAt: before })).toBe("demo.in_the_past");
    expect(await refusal({ startsAt: "tomorrow" })).toBe("input.invalid");
    expect(await refusal({ name: "Nora\r\nBcc: x@x.org" })).toBe("input.invalid");

    expect(await client.call("POST /meta/demo", asked)).toEqual({ state: "stored" });
    const rows = await app.database.reader.selectFrom("demo_requests").selectAll().execute();
    expect(rows).toMatchObject([
      {
        name: "Nora",
        email: "nora@example.org",
        starts_at: Date.parse(startsAt),
        zone: "Europe/Berlin",
        note: "Two\nlines",
        created_at: app.clock.time,
      },
    ]);
  });

  it("accepts at most ten requests per hour from one address", async () => {
    await using app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir),
    });
    const client = createClient(app.origin);
    const empty = { startsAt: new Date(app.clock.time).toISOString() };
    for (let request = 0; request < 10; request++) {
      expect((await client.refusal("POST /meta/demo", empty)).status).toBe(400);
    }
    expect((await client.refusal("POST /meta/demo", empty)).code).toBe("request.too_many");
  });
});

it("returns the URL of the host's own demo page, if configured", async () => {
  const demoUrl = "https://example.org/demo";
  await using app = await startRealApp("sqlite", {
    context: (parts) => testContext(parts, "/nowhere", { landing: { demoUrl } }),
  });
  expect(await createClient(app.origin).call("GET /meta/demo", {})).toEqual({ url: demoUrl });
});

describe("the first page", () => {
  let webDir = "";
  beforeAll(async () => {
    webDir = await mkdtemp(path.join(tmpdir(), "inlet-web-"));
    await writeFile(path.join(webDir, "index.html"), "the app");
    await writeFile(path.join(webDir, "landing.html"), "the landing page");
    await writeFile(path.join(webDir, "landing-without-figures.html"), "the calm landing page");
    await writeFile(path.join(webDir, "privacy.html"), "what is kept where");
  });
  afterAll(() => rm(webDir, { recursive: true }));

  it("is the landing page, with the same policy as all other pages", async () => {
    await using app = await startRealApp("sqlite", { http: { webDir } });
    const answer = await fetch(`${app.origin}/`);
    expect(await answer.text()).toBe("the landing page");
    expect(answer.headers.get("content-security-policy")).toContain(
      "require-trusted-types-for 'script'",
    );
  });

  it("may run its first inline script from the build, and other pages may not", async () => {
    const drawnDir = await mkdtemp(path.join(tmpdir(), "inlet-drawn-"));
    await writeFile(path.join(drawnDir, "index.html"), "the app");
    await writeFile(
      path.join(drawnDir, "login.html"),
      "<p></p><script>boot()</script><script>x()</script>",
    );
    await using app = await startRealApp("sqlite", { http: { webDir: drawnDir } });
    const scriptsOf = async (where: string) => {
      const answer = await fetch(`${app.origin}${where}`);
      await answer.text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      return /script-src [^;]+/.exec(policy)?.[0];
    };
    const hash = createHash("sha256").update("boot()").digest("base64");
    expect(await scriptsOf("/login")).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(await scriptsOf("/app")).toBe("script-src 'self'");
    await rm(drawnDir, { recursive: true });
  });

  it("redirects to the sign-in if the host disables the landing page", async () => {
    await using app = await startRealApp("sqlite", { http: { webDir, hasLanding: false } });
    const answer = await fetch(`${app.origin}/`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"]);
  });

  it("leaves out its claims if the host switches them off", async () => {
    await using app = await startRealApp("sqlite", { http: { webDir, hasFigures: false } });
    expect(await (await fetch(`${app.origin}/`)).text()).toBe("the calm landing page");
  });

  it("links to a privacy page that also exists without it", async () => {
    for (const hasLanding of [true, false]) {
      await using app = await startRealApp("sqlite", { http: { webDir, hasLanding } });
      const answer = await fetch(`${app.origin}/privacy`);
      expect(await answer.text()).toBe("what is kept where");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
  });
});
