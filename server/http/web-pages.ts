import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { languageNames, pageFile } from "@inlet/contract/languages.ts";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { languageOfRequest } from "#/http/request-language.ts";
import { answerFailure } from "#/http/failure-response.ts";
import {
  appPolicyFor,
  mailFramePolicy,
  mailFramePolicyFor,
  mailPrintPolicy,
} from "#/http/security-headers.ts";

const yearMs = 365 * 24 * 3600_000;

/** Paths of the web app's screens; `web/routes.tsx` shows them. */
const screens = [
  "/signup",
  "/auth/callback",
  "/forgot",
  "/reset",
  "/verify",
  "/app",
  "/app/*",
] as const;

/** Pages whose markup is rendered by the build. Each contains an inline script that runs before the first paint. */
const drawnPages = ["landing", "landing-without-figures", "login", "privacy"] as const;

/**
 * Serves the built web app from `webDir`: the landing page unless the host disables it, the page about privacy, and for every
 * screen the same page, which selects the screen by the path.
 */
export async function webPages(
  server: FastifyInstance,
  webDir: string,
  { hasLanding, hasFigures }: { hasLanding: boolean; hasFigures: boolean },
): Promise<void> {
  const isBuilt = existsSync(path.join(webDir, "index.html"));
  // During development, the folder contains only the mail frame; Vite serves the rest.
  if (existsSync(webDir)) {
    const policies = await policiesIn(webDir);
    await server.register(staticFiles, {
      root: webDir,
      index: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => headersOf(reply, path.relative(webDir, file), policies),
    });
  }
  if (isBuilt) {
    // Monitors and link previews ask for the headers only.
    const page = (url: string, handler: RouteHandlerMethod) =>
      server.route({ method: ["GET", "HEAD"], url, handler });
    page("/", (request, reply) =>
      hasLanding
        ? sendPage(request, reply, hasFigures ? "landing" : "landing-without-figures")
        : reply.redirect("/login"),
    );
    page("/privacy", (request, reply) => sendPage(request, reply, "privacy"));
    for (const screen of screens) {
      page(screen, (request, reply) => sendPage(request, reply, "index"));
    }
    // This page contains the rendered form, which is visible before the first script runs.
    page("/login", (request, reply) => sendPage(request, reply, "login"));
  }
  server.setNotFoundHandler((request, reply) =>
    isBuilt && wantsPage(request)
      ? sendPage(request, reply.code(404), "index")
      : answerFailure(reply, "endpoint.not_found"),
  );
}

/** Sends a page in the language that the user chose, or else the best one for the browser. */
function sendPage(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header("vary", "accept-language, cookie")
    .sendFile(pageFile(name, languageOfRequest(request)));
}

/** Returns true if a user typed or followed an address; scripts and programs ask for JSON or anything. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return /^(GET|HEAD)$/.test(method) && (headers.accept ?? "").includes("text/html");
}

/** Returns the policy of each file that holds a script: it may run only that one. */
async function policiesIn(webDir: string): Promise<ReadonlyMap<string, string>> {
  const frame = await ownScript(webDir, "mail-frame.html");
  const policies = new Map([
    ["mail-frame.html", frame ? mailFramePolicyFor(frame) : mailFramePolicy],
    ["mail-frame.js", mailFramePolicy],
    ["mail-print.html", mailPrintPolicy],
  ]);
  const files = drawnPages.flatMap((name) =>
    languageNames.map((language) => pageFile(name, language)),
  );
  for (const file of files) {
    const script = await ownScript(webDir, file);
    if (script) policies.set(file, appPolicyFor(`'self' ${script}`));
  }
  return policies;
}

/** Returns the hash of the page's first inline script as a policy source, or null if it has none. */
async function ownScript(webDir: string, file: string): Promise<string | null> {
  const page = await readFile(path.join(webDir, file), "utf8").catch(() => "");
  const [before = "", script] = page.split("<script>");
  const end = script?.indexOf("</script>") ?? -1;
  if (script === undefined || before === "" || end < 0) return null;
  return `'sha256-${createHash("sha256").update(script.slice(0, end)).digest("base64")}'`;
}

function headersOf(reply: FastifyReply, file: string, policies: ReadonlyMap<string, string>): void {
  const name = file.replace(/\.(br|gz)$/, "");
  // The page requests the frame and the language file with a version.
  const isVersioned =
    (name === "mail-frame.html" || name.startsWith(`languages${path.sep}`)) &&
    /\?v=\w+$/.test(reply.request.url);
  const isHashed = isVersioned || name.startsWith(`assets${path.sep}`);
  reply.header(
    "cache-control",
    isHashed ? `public, max-age=${yearMs / 1000}, immutable` : "no-cache",
  );
  const policy = policies.get(name);
  if (policy) reply.header("content-security-policy", policy);
  if (name.startsWith("mail-")) {
    reply.header("x-frame-options", "SAMEORIGIN");
    // The frame's origin is opaque, so the browser treats its own script as cross-origin.
    reply.header("cross-origin-resource-policy", "cross-origin");
  }
}
