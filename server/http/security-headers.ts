import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** Formats a policy for the header. */
function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join("; ");
}

/** Policy of the app: only its own files, and no strings as markup (Trusted Types). */
const appPolicy: string = appPolicyFor("'self'");

/** Returns the policy of a page that contains an inline script. */
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

/** Returns the policy of a mail frame that contains its script inline. */
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

/** Policy of a printed message, which can open the print dialog but no links. */
export const mailPrintPolicy: string = mailFramePolicy.replace(
  /^sandbox [^;]*/,
  "sandbox allow-scripts allow-modals",
);

/** Policy of the API documentation, whose viewer creates markup from strings. */
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

/** Adds the strict headers to every response. Routes that need others replace them. */
export async function addSecurityHeaders(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    // Set below, with a header that is the same for every response.
    contentSecurityPolicy: false,
    // Chromium decides this once per origin, and warns if other responses lack the header, such as those of a proxy.
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
