import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request as plain } from "node:http";
import { request as secure } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { selfSigned } from "../../server/testing/factories/certificate.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { productProgram } from "../../server/testing/apps/product-bundle.ts";
import { findExecutable } from "../system-packages.mjs";

const root = path.join(import.meta.dirname, "../..");
const form = { name: "Ada", email: "ada@example.org", password: "a good password" };
const fromBrowser = { "content-type": "application/json", "sec-fetch-site": "same-origin" };

/** Starts the server as the guide describes, behind nginx with the guide's configuration. */
async function startBehindNginx(): Promise<{ clear: number; tls: number; app: number }> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-proxy-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o755);
  const ports = { clear: await freePort(), tls: await freePort(), app: await freePort() };
  const origin = `https://127.0.0.1:${ports.tls}`;
  const product = await productProgram("main");
  const server = started(process.execPath, [product.file], {
    ...product.env,
    PORT: String(ports.app),
    INLET_DATA_DIR: path.join(dir, "data"),
    INLET_PUBLIC_URL: origin,
    INLET_TRUST_PROXY: "127.0.0.1",
    INLET_REGISTRATION: "open",
  });
  if (!server.stdout) throw new Error("The server says nothing.");
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith("╰")) break;
  const { key, cert } = await selfSigned();
  await writeFile(path.join(dir, "privkey.pem"), key);
  await writeFile(path.join(dir, "fullchain.pem"), cert);
  const recipe = (await readFile(path.join(root, "deploy/nginx.conf"), "utf8"))
    .replaceAll(/^ *listen \[::\].*$/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${ports.clear};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${ports.tls} `)
    .replaceAll("/etc/letsencrypt/live/mail.example.org/", `${dir}/`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.app}`);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  await writeFile(
    path.join(dir, "nginx.conf"),
    `pid ${dir}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? "user root;" : ""}
     events {} http { ${places.join(" ")} access_log off; ${recipe} }`,
  );
  const nginx = findExecutable("nginx");
  if (nginx === undefined)
    throw new Error("nginx is not installed: on Debian, apt-get install nginx-light.");
  started(nginx, ["-p", dir, "-c", path.join(dir, "nginx.conf"), "-g", "daemon off;"], {});
  await expect
    .poll(() =>
      asked(ports, "/healthz").then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return ports;
}

function started(program: string, words: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(program, words, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const exit = child.exitCode === null ? once(child, "exit") : null;
    child.kill("SIGTERM");
    await exit;
  });
  return child;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

async function opened(
  ports: { tls: number },
  where: string,
  { method = "GET", headers = {}, body = "" }: Asking = {},
): Promise<IncomingMessage> {
  const call = secure({
    host: "127.0.0.1",
    port: ports.tls,
    path: where,
    method,
    rejectUnauthorized: false,
    headers: { ...headers, ...(body !== "" && { "content-length": Buffer.byteLength(body) }) },
  });
  call.end(body);
  // The event's argument is the response.
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  return answer;
}

async function asked(ports: { tls: number }, where: string, asking: Asking = {}) {
  const answer = await opened(ports, where, asking);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

test("the nginx configuration serves everything over https, streams live events and ignores forged headers", async () => {
  const ports = await startBehindNginx();
  const forged = { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" };
  const joined = await asked(ports, "/user/register", {
    method: "POST",
    body: JSON.stringify(form),
    headers: { ...fromBrowser, ...forged },
  });
  expect(joined.status).toBe(200);
  expect(String(joined.headers["set-cookie"])).toMatch(/^__Host-inlet=.*Secure/);
  const { token } = JSON.parse(joined.body) as { token: string };
  const cookie = String(joined.headers["set-cookie"]).split(";")[0] ?? "";
  const headers = { ...fromBrowser, authorization: `Bearer ${token}`, cookie };

  // The first bytes arrive while the stream is open, and later events do too.
  const stream = await opened(ports, "/events", { headers });
  const received: string[] = [];
  stream.on("data", (chunk: Buffer) => received.push(chunk.toString()));
  await expect.poll(() => received.join("")).toContain(": connected\n\nid: ");
  const label = { method: "PUT", headers, body: "{}" };
  expect((await asked(ports, "/email/labels/Work", label)).status).toBe(200);
  await expect.poll(() => received.join("")).toContain("data: {");
  stream.destroy();

  // Inlet's own limit applies, not nginx's default of 1 MB.
  const upload = await asked(ports, "/email/uploads/start", {
    method: "POST",
    headers,
    body: JSON.stringify({ filename: "a.bin", size: 3_000_000 }),
  });
  const { id } = JSON.parse(upload.body) as { id: string };
  const sent = await asked(ports, `/email/uploads/${id}?offset=0`, {
    method: "PATCH",
    body: Buffer.alloc(3_000_000),
    headers: { ...headers, "content-type": "application/octet-stream" },
  });
  expect(JSON.parse(sent.body)).toMatchObject({ isComplete: true });

  expect((await asked(ports, "/metrics", { headers: forged })).status).toBe(403);
  const call = plain({ host: "127.0.0.1", port: ports.clear, path: "/login" }).end();
  const [led] = (await once(call, "response")) as [IncomingMessage];
  led.resume();
  expect([led.statusCode, led.headers.location]).toEqual([301, "https://127.0.0.1/login"]);
});
