import { existsSync } from "node:fs";
import path from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerFailure } from "#/http/failures.ts";
import { mailFramePolicy } from "#/http/security-headers.ts";

const yearMs = 365 * 24 * 3600_000;

/** Serves the built web app from `webDir`; every screen is the same page, which finds its way by the path. */
export async function webPages(server: FastifyInstance, webDir: string): Promise<void> {
  const isBuilt = existsSync(path.join(webDir, "index.html"));
  // While the app is developed the folder holds the mail frame alone: Vite serves the rest.
  if (existsSync(webDir)) {
    await server.register(staticFiles, {
      root: webDir,
      index: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => headersOf(reply, path.relative(webDir, file)),
    });
  }
  if (isBuilt) {
    server.get("/", (_request, reply) => reply.redirect("/login"));
    for (const screen of ["/login", "/signup", "/app", "/app/*"]) {
      server.get(screen, (_request, reply) => sendPage(reply));
    }
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

function headersOf(reply: FastifyReply, file: string): void {
  const name = file.replace(/\.(br|gz)$/, "");
  const isHashed = name.startsWith(`assets${path.sep}`);
  reply.header(
    "cache-control",
    isHashed ? `public, max-age=${yearMs / 1000}, immutable` : "no-cache",
  );
  if (name === "mail-frame.html" || name === "mail-frame.js") {
    reply.header("content-security-policy", mailFramePolicy);
    reply.header("x-frame-options", "SAMEORIGIN");
    // The frame's origin is opaque: to the browser its own script comes from elsewhere.
    reply.header("cross-origin-resource-policy", "cross-origin");
  }
}
