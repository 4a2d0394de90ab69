import type { ServerResponse } from "node:http";

/** Faults of a method. */
export type SlackFault =
  | { kind: "error"; error: string }
  | { kind: "rate-limit"; seconds: number }
  | { kind: "down" }
  | { kind: "silent" }
  /** Executes the request and loses the response. */
  | { kind: "lost" };

/** Sends a faulty response. */
export function fall(response: ServerResponse, fault: SlackFault): void {
  switch (fault.kind) {
    case "rate-limit":
      response.writeHead(429, { "retry-after": String(fault.seconds) });
      response.end(JSON.stringify({ ok: false, error: "ratelimited" }));
      return;
    case "down":
      response.writeHead(503).end("down");
      return;
    case "error":
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ok: false, error: fault.error }));
      return;
    case "silent":
      return;
    case "lost":
      response.destroy();
      return;
  }
}

/** Shows a consent page with an accept and a decline link; without a URL for acceptance, only the latter. */
export function showConsent(response: ServerResponse, url: URL, allowed: string | null): void {
  const denied = new URL(url.searchParams.get("redirect_uri") ?? "http://nowhere.example");
  denied.searchParams.set("error", "access_denied");
  denied.searchParams.set("state", url.searchParams.get("state") ?? "");
  const link = (to: string, label: string) =>
    `<p><a href="${to.replaceAll("&", "&amp;")}">${label}</a></p>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><title>Consent</title><h1>Inlet asks for access</h1>${allowed === null ? "" : link(allowed, "Allow")}${link(denied.href, "Cancel")}`,
  );
}
