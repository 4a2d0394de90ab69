import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerFailure } from "#/http/failures.ts";
import { mailFramePolicy, mailFramePolicyFor, mailPrintPolicy } from "#/http/security-headers.ts";

const yearMs = 365 * 24 * 3600_000;

/** Where the web app has a screen; `web/routes.tsx` shows it. */
const screens = [
  "/signup",
  "/auth/callback",
  "/forgot",
  "/reset",
  "/verify",
  "/app",
  "/app/*",
] as const;

/**
 * Serves the built web app from `webDir`: the landing page unless the host wants none, what is to be known of privacy,
 * and for every screen the same page, which finds its way by the path.
 */
export async function webPages(
  server: FastifyInstance,
  webDir: string,
  { hasLanding }: { hasLanding: boolean },
): Promise<void> {
  const isBuilt = existsSync(path.join(webDir, "index.html"));
  // While the app is developed the folder holds the mail frame alone: Vite serves the rest.
  if (existsSync(webDir)) {
    const framePolicy = await framePolicyIn(webDir);
    await server.register(staticFiles, {
      root: webDir,
      index: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => headersOf(reply, path.relative(webDir, file), framePolicy),
    });
  }
  if (isBuilt) {
    server.get("/", (_request, reply) =>
      hasLanding ? reply.sendFile("landing.html") : reply.redirect("/login"),
    );
    server.get("/privacy", (_request, reply) => reply.sendFile("privacy.html"));
    for (const screen of screens) {
      server.get(screen, (_request, reply) => sendPage(reply));
    }
    // The same page with the form drawn into it, which is seen before the first script.
    server.get("/login", (_request, reply) => reply.sendFile("login.html"));
  }
  server.setNotFoundHandler((request, reply) =>
    isBuilt && wantsPage(request)
      ? sendPage(reply.code(404))
      : answerFailure(reply, "endpoint.not_found"),
  );
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile("index.html");
}

/** Somebody typed or followed an address; scripts and programs ask for JSON or anything. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && (headers.accept ?? "").includes("text/html");
}

/** The frame that was built holds its one script; no other runs in it. */
async function framePolicyIn(webDir: string): Promise<string> {
  const page = await readFile(path.join(webDir, "mail-frame.html"), "utf8").catch(() => "");
  const [before = "", script] = page.split("<script>");
  const end = script?.indexOf("</script>") ?? -1;
  if (script === undefined || before === "" || end < 0) return mailFramePolicy;
  return mailFramePolicyFor(
    `'sha256-${createHash("sha256").update(script.slice(0, end)).digest("base64")}'`,
  );
}

function headersOf(reply: FastifyReply, file: string, framePolicy: string): void {
  const name = file.replace(/\.(br|gz)$/, "");
  // The page asks for its own version of the frame.
  const isVersioned = name === "mail-frame.html" && /\?v=\w+$/.test(reply.request.url);
  const isHashed = isVersioned || name.startsWith(`assets${path.sep}`);
  reply.header(
    "cache-control",
    isHashed ? `public, max-age=${yearMs / 1000}, immutable` : "no-cache",
  );
  if (name === "mail-frame.html" || name === "mail-frame.js" || name === "mail-print.html") {
    const isPrint = name === "mail-print.html";
    reply.header("content-security-policy", isPrint ? mailPrintPolicy : framePolicy);
    reply.header("x-frame-options", "SAMEORIGIN");
    // The frame's origin is opaque: to the browser its own script comes from elsewhere.
    reply.header("cross-origin-resource-policy", "cross-origin");
  }
}
