import { type IncomingMessage, request as requestClear, type RequestOptions } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EgressRefused, type Pinned } from "./pinned.ts";

export interface Fetching {
  maxBytes: number;
  /** Timeout for all redirects and the whole body together. */
  timeoutMs: number;
  maxRedirects?: number;
  accept?: string;
}

export interface FetchedResource {
  status: number;
  /** Media type in lower case, without parameters. */
  type: string;
  body: Buffer;
}

/** A request to a web service, possibly with credentials. */
export interface Requesting {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  maxBytes: number;
  timeoutMs: number;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A request whose response is streamed. */
export interface Following {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
  /** Ends the request at any time, also while the response is read. */
  signal: AbortSignal;
}

export interface Followed {
  status: number;
  headers: Record<string, string>;
  /** The response body. The caller reads it to the end or destroys it. */
  body: IncomingMessage;
}

type Resolve = (host: string, port: number, purpose: "web") => Promise<Pinned>;

/** Fetches a resource from the web. `resolve` resolves, checks and pins the address of each redirect. */
export async function fetchResource(
  resolve: Resolve,
  address: string,
  { maxBytes, timeoutMs, maxRedirects = 3, accept = "*/*" }: Fetching,
): Promise<FetchedResource> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = webUrl(address);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const pinned = await withSignal(resolve(url.hostname, portOf(url), "web"), signal);
      const headers = {
        host: url.host,
        accept,
        "accept-encoding": "identity",
        "user-agent": "Mozilla/5.0 (compatible; Inlet)",
      };
      const response = await send(url, pinned, { method: "GET", headers }, signal);
      const next = redirectOf(response);
      if (next === undefined) return await read(response, maxBytes);
      response.destroy();
      url = webUrl(next, url);
    }
    throw new Error("too many redirects");
  } catch (cause) {
    throw cause instanceof EgressRefused ? cause : new EgressRefused({ cause });
  }
}

/**
 * Sends one request that contains secrets. It follows no redirects, and uses plain HTTP only to hosts that the operator allows.
 */
export async function requestResource(
  resolve: Resolve,
  address: string,
  { maxBytes, timeoutMs, ...request }: Requesting,
): Promise<Answered> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const url = webUrl(address);
    const pinned = await withSignal(resolve(url.hostname, portOf(url), "web"), signal);
    if (url.protocol === "http:" && !pinned.isAllowedPrivate) throw new EgressRefused();
    const headers = { ...request.headers, host: url.host, "accept-encoding": "identity" };
    const response = await send(url, pinned, { ...request, headers }, signal);
    const { status, body } = await read(response, maxBytes);
    return { status, headers: headersOf(response), body };
  } catch (cause) {
    throw cause instanceof EgressRefused ? cause : new EgressRefused({ cause });
  }
}

/** Like `requestResource`, but returns the body as a stream. */
export async function followResource(
  resolve: Resolve,
  address: string,
  { signal, ...request }: Following,
): Promise<Followed> {
  try {
    const url = webUrl(address);
    const pinned = await withSignal(resolve(url.hostname, portOf(url), "web"), signal);
    if (url.protocol === "http:" && !pinned.isAllowedPrivate) throw new EgressRefused();
    const headers = { ...request.headers, host: url.host, "accept-encoding": "identity" };
    const response = await send(url, pinned, { ...request, headers }, signal);
    // After the caller stopped reading, a broken connection must not end the process.
    response.on("error", () => response.destroy());
    const encoding = response.headers["content-encoding"];
    if (encoding && encoding !== "identity") {
      response.destroy();
      throw new Error("encoded although asked not to");
    }
    return { status: response.statusCode ?? 0, headers: headersOf(response), body: response };
  } catch (cause) {
    throw cause instanceof EgressRefused ? cause : new EgressRefused({ cause });
  }
}

function headersOf(response: IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return Object.fromEntries(entries);
}

function webUrl(address: string, base?: URL): URL {
  const url = new URL(address, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new EgressRefused();
  url.username = "";
  url.password = "";
  url.hash = "";
  return url;
}

function portOf(url: URL): number {
  if (url.port) return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function send(
  url: URL,
  pinned: Pinned,
  { method, headers, body }: Pick<Following, "method" | "headers" | "body">,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions & { servername?: string } = {
    host: pinned.address,
    port: pinned.port,
    path: url.pathname + url.search,
    method,
    // Use a fresh connection: a kept-alive one could belong to an address that was checked for another name.
    agent: false,
    signal,
    headers,
  };
  if (isIP(pinned.host) === 0) options.servername = pinned.host;
  const request = url.protocol === "https:" ? requestSecure : requestClear;
  return new Promise((fulfil, reject) => {
    let mayHaveArrived = false;
    const call = request(options, fulfil).on("error", (cause) => {
      reject(new EgressRefused({ cause, mayHaveArrived }));
    });
    const isUp = url.protocol === "https:" ? "secureConnect" : "connect";
    call.once("socket", (socket) => {
      socket.once(isUp, () => {
        mayHaveArrived = true;
      });
    });
    if (body instanceof Readable) pipeline(body, call).catch(reject);
    else call.end(body);
  });
}

function redirectOf(response: IncomingMessage): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
  return isRedirect ? response.headers.location : undefined;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<FetchedResource> {
  try {
    const encoding = response.headers["content-encoding"];
    if (encoding && encoding !== "identity") throw new Error("encoded although asked not to");
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new Error("too large");
      chunks.push(chunk);
    }
    const [type = ""] = (response.headers["content-type"] ?? "").split(";");
    return {
      status: response.statusCode ?? 0,
      type: type.trim().toLowerCase(),
      body: Buffer.concat(chunks),
    };
  } finally {
    response.destroy();
  }
}

function withSignal<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((fulfil, reject) => {
    const abort = () => reject(new Error("timed out", { cause: signal.reason }));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(fulfil, reject);
  });
}
