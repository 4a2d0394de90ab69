import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** One policy as the header spells it. */
function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");
}

/** The app: its own files and nothing else; strings become markup nowhere (Trusted Types). */
const appPolicy: string = appPolicyFor("'self'");

/** The same for a page that holds a script itself. */
export function appPolicyFor(scriptSource: string): string {
  return policy({
    "default-src": "'none'",
    "script-src": scriptSource,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "require-trusted-types-for": "'script'",
  });
}

/** Policy of the frame that shows a mail: a separate origin without storage or cookies, and one script. */
export const mailFramePolicy: string = mailFramePolicyFor("'self'");

/** The same for one that holds its script itself. */
export function mailFramePolicyFor(scriptSource: string): string {
  return policy({
    sandbox: "allow-scripts allow-popups allow-popups-to-escape-sandbox",
    "default-src": "'none'",
    "script-src": scriptSource,
    "style-src": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "form-action": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'self'",
  });
}

/** The same for a mail on paper: it may open the print dialog, and leads nowhere. */
export const mailPrintPolicy: string = mailFramePolicy.replace(
  /^sandbox [^;]*/,
  "sandbox allow-scripts allow-modals",
);

/** The API's description, whose viewer builds its page from strings. */
export const docsPolicy: string = policy({
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
});

/** Puts the strict headers on every answer; routes that need others replace them. */
export async function addSecurityHeaders(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    // Written out above: the header is the same on every answer.
    contentSecurityPolicy: false,
    // Chromium decides once per origin; answers without the header, such as those of a proxy, would make it warn.
    originAgentCluster: false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: { maxAge: 180 * 24 * 3600, includeSubDomains: false },
  });
  server.addHook("onRequest", async (_request, reply) => {
    reply.header("content-security-policy", appPolicy);
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
  });
}
