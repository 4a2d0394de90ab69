import { type Api, api, type Call } from "@inlet/contract/api.ts";

interface CallOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
}

interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** An HTTP client for the API contract. */
export interface Client {
  /** Returns the raw response, whatever its status. */
  send: <Name extends Call>(
    name: Name,
    input: Api[Name]["input"],
    options?: CallOptions,
  ) => Promise<Response>;
  /** Returns the output of a request that must succeed. */
  call: <Name extends Call>(
    name: Name,
    input: Api[Name]["input"],
    options?: CallOptions,
  ) => Promise<Api[Name]["output"]>;
  /** Returns the error of a request that must fail. */
  refusal: <Name extends Call>(
    name: Name,
    input: Api[Name]["input"],
    options?: CallOptions,
  ) => Promise<Refusal>;
}

/** Creates a client of the server at this origin. `token` is the default token of each request. */
export function createClient(origin: string, token?: string): Client {
  const send: Client["send"] = (name, input, options = {}) => {
    const { url, ...init } = requestOf(origin, name, { ...input });
    const bearer = "token" in options ? options.token : token;
    const headers = {
      ...init.headers,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...options.headers,
    };
    return fetch(url, { ...init, headers, redirect: "manual" });
  };
  return {
    send,
    async call(name, input, options) {
      const answer = await send(name, input, options);
      const body: unknown = await answer.json();
      if (answer.status !== 200)
        throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`);
      // Safe: the server under test validates its responses against the contract.
      return body as never;
    },
    async refusal(name, input, options) {
      const answer = await send(name, input, options);
      const body: unknown = await answer.json();
      if (answer.ok) throw new Error(`${name} was expected to fail: ${JSON.stringify(body)}`);
      // The callers assert on exactly this shape.
      return { status: answer.status, ...(body as { code: string; message: string }) };
    },
  };
}

interface PlainRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Puts path parameters into the path, and the rest into the query or a JSON body. */
function requestOf(origin: string, name: Call, input: Record<string, unknown>): PlainRequest {
  const { method, path, carrier } = api[name];
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest[parameter]);
    delete rest[parameter];
    return encodeURIComponent(value);
  });
  const url = new URL(filled, origin);
  if (method === "GET" || method === "DELETE" || carrier === "bytes") {
    for (const [key, value] of Object.entries(rest)) {
      // These endpoints take only plain values.
      if (value !== undefined)
        url.searchParams.set(key, String(value as string | number | boolean));
    }
    if (carrier !== "bytes") return { url: url.href, method, headers: {} };
    const type = { "content-type": "application/octet-stream" };
    return { url: url.href, method, headers: type, body: "From a mail\n" };
  }
  const headers = { "content-type": "application/json" };
  return { url: url.href, method, headers, body: JSON.stringify(rest) };
}
