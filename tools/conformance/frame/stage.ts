import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { mailFramePolicy } from "../../../server/http/security-headers.ts";
import { startApp } from "../../demo/app.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A layer that can be removed, to test whether the remaining ones hold. */
export type Layer = "sanitizer" | "sandbox" | "policy" | "everything";

/** A page like the app's, with the product's own mail frame and headers, except for one layer. */
export interface Stage extends AsyncDisposable {
  url: string;
}

/** The page: the app's content security policy, a token to steal, the frame, and a function that posts mail into it. */
const page = (sandbox: string) => `<!doctype html><meta charset="utf-8"><title>Stage</title>
<style>body{margin:0}header{height:60px;background:#0f766e}iframe{display:block;border:0;width:900px;height:600px}</style>
<script src="/stage.js"></script>
<header></header><iframe id="frame"${sandbox && ` sandbox="${sandbox}"`} src="/mail-frame.html"></iframe>`;

const script = `
localStorage.setItem("token", "secret-token");
let ready, shown;
const isReady = new Promise((resolve) => { ready = resolve; });
addEventListener("message", ({ source, data }) => {
  if (source !== document.querySelector("iframe")?.contentWindow) return;
  if (data?.kind === "ready") ready();
  if (data?.kind === "shown") shown?.();
});
window.showMail = async ({ images = {}, ...mail }) => {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("The frame never said that it is ready.")), 5000));
  await Promise.race([isReady, late]);
  const done = new Promise((resolve) => { shown = resolve; });
  document.querySelector("iframe").contentWindow.postMessage({ kind: "show", id: "mail", html: "", text: "", isReply: true,
    emptyText: "No content available.", images: new Map(Object.entries(images)), theme: "light", designed: "dark",
    labels: { showQuote: "Show quoted text", hideQuote: "Hide quoted text" }, ...mail }, "*");
  return Promise.race([done.then(() => true), new Promise((resolve) => setTimeout(resolve, 2000, false))]);
};`;

export async function openStage(without: Layer | null): Promise<Stage> {
  const isBare = without === "everything";
  const frameScript = await frameScriptOf(without === "sanitizer" || isBare);
  const framePage = await readFile(path.join(root, "web/frame/mail-frame.html"));
  appPolicy ??= askAppPolicy();
  const outerPolicy = await appPolicy;
  const rules = new Map(mailFramePolicy.split("; ").map((rule) => splitOnce(rule)));
  const isOpen = without === "sandbox" || isBare;
  const sandbox = isOpen ? "" : (rules.get("sandbox") ?? "");
  if (isOpen) rules.delete("sandbox");
  const kept =
    without === "policy" || isBare ? [...rules].filter(([name]) => name === "sandbox") : [...rules];
  const framePolicy = kept.map(([name, value]) => `${name} ${value}`).join("; ");

  const server = createServer((request, response) => {
    switch (request.url ?? "") {
      case "/":
        return answer(response, "text/html", page(sandbox), isBare ? "" : outerPolicy);
      case "/stage.js":
        return answer(response, "text/javascript", script, outerPolicy);
      case "/mail-frame.html":
        return answer(response, "text/html", framePage, framePolicy);
      case "/mail-frame.js":
        return answer(response, "text/javascript", frameScript, framePolicy);
      case undefined:
      default:
        response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The stage has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

let appPolicy: Promise<string> | undefined;

/** Returns the content security policy of the running product's pages; requested once. */
async function askAppPolicy(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-policy-"));
  try {
    await using app = await startApp({ dataDir: dir });
    const policy = (await fetch(`${app.url}/healthz`)).headers.get("content-security-policy");
    if (!policy) throw new Error("The product sends no policy.");
    return policy;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function answer(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  policy: string,
): void {
  response.writeHead(200, {
    "content-type": `${type}; charset=utf-8`,
    ...(policy ? { "content-security-policy": policy } : {}),
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
  });
  response.end(body);
}

function splitOnce(rule: string): [string, string] {
  const blank = rule.indexOf(" ");
  return blank < 0 ? [rule, ""] : [rule.slice(0, blank), rule.slice(blank + 1)];
}

const frameScripts = new Map<boolean, Promise<Buffer>>();

/** Returns the frame's script, with or without the sanitizer. Each is built once per process. */
function frameScriptOf(isRaw: boolean): Promise<Buffer> {
  const script = frameScripts.get(isRaw) ?? buildFrame(isRaw);
  frameScripts.set(isRaw, script);
  return script;
}

async function buildFrame(isRaw: boolean): Promise<Buffer> {
  const outDir = await mkdtemp(path.join(tmpdir(), "inlet-frame-"));
  try {
    const vite = path.join(
      path.dirname(createRequire(path.join(root, "web/package.json")).resolve("vite/package.json")),
      "bin/vite.js",
    );
    const config = path.join(import.meta.dirname, "vite.config.ts");
    const child = spawn(process.execPath, [vite, "build", "--config", config], {
      cwd: path.join(root, "web"),
      env: { ...process.env, OUT_DIR: outDir, WITHOUT: isRaw ? "sanitizer" : "" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error("The mail frame could not be built.");
    return await readFile(path.join(outDir, "mail-frame.js"));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
