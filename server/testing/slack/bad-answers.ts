import type { ServerResponse } from "node:http";

/** Faults of a method. */
export type SlackFault =
  | { kind: "error"; error: string }
  | { kind: "rate-limit"; seconds: number }
  | { kind: "down" }
  | { kind: "silent" }
  /** It does what it was asked, and the answer never arrives. */
  | { kind: "lost" };

/** Answers a call badly. */
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

/** The page on which a person says yes or no; without an address for yes there is only no. */
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
