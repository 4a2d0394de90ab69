import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../server/testing/apps/client.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { type OwnProduct, startOwnProduct } from "../../server/testing/apps/product-process.ts";
import { freshPostgres } from "../../server/testing/database/postgres.ts";
import { findExecutable } from "../system-packages.mjs";

const form = { name: "Ada", email: "ada@example.org", password: "a good password" };

async function startWebs(dir: string): Promise<[OwnProduct, OwnProduct]> {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  const settings = {
    DATABASE_URL: url,
    INLET_DATA_DIR: path.join(dir, "data"),
    INLET_ROLE: "web",
    INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    INLET_REGISTRATION: "open",
    INLET_TRUST_PROXY: "127.0.0.1",
  };
  const start = async () => {
    const product = await startOwnProduct(settings);
    onTestFinished(() => product[Symbol.asyncDispose]());
    return product;
  };
  return [await start(), await start()];
}

/** Starts nginx with the balancer's configuration before these web processes, and returns its address. */
async function startNginx(dir: string, webs: readonly OwnProduct[]): Promise<string> {
  const port = await freePort();
  let recipe = (
    await readFile(path.join(import.meta.dirname, "../../deploy/balancer.conf"), "utf8")
  ).replace("listen 3000;", `listen 127.0.0.1:${port};`);
  for (const [n, { origin }] of webs.entries())
    recipe = recipe.replace(`172.30.77.1${n + 1}:3000`, new URL(origin).host);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const file = path.join(dir, "nginx.conf");
  await writeFile(
    file,
    `pid ${dir}/nginx.pid; error_log stderr crit; ${process.getuid?.() === 0 ? "user root;" : ""}
     events {} http { ${places.join(" ")} ${recipe} }`,
  );
  const nginx = findExecutable("nginx");
  if (nginx === undefined)
    throw new Error("nginx is not installed: on Debian, apt-get install nginx-light.");
  const checked = spawn(nginx, ["-t", "-q", "-p", dir, "-c", file], { stdio: "inherit" });
  expect(await once(checked, "exit")).toEqual([0, null]);
  const child = spawn(nginx, ["-p", dir, "-c", file, "-g", "daemon off;"], { stdio: "inherit" });
  onTestFinished(async () => {
    const exit = child.exitCode === null ? once(child, "exit") : null;
    child.kill("SIGTERM");
    await exit;
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${origin}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return origin;
}

test("the balancer of compose.scale.yaml keeps serving while one of two web processes is down", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-balancer-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const webs = await startWebs(dir);
  const origin = await startNginx(dir, webs);
  const { token } = await createClient(origin).call("POST /user/register", form);
  const client = createClient(origin, token);

  const stream = await fetch(`${origin}/events`, { headers: { authorization: `Bearer ${token}` } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain(": connected");
  await reader?.cancel();

  await webs[0].kill();
  for (let n = 0; n < 10; n++) {
    await client.call("PUT /email/labels/{name}", { name: `label ${n}` });
    expect((await client.call("GET /user/profile", {})).user.email).toBe(form.email);
  }
  await webs[1].kill();
  expect((await fetch(`${origin}/readyz`)).status).toBe(502);
}, 120_000);
