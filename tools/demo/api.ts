import type { Api, Call } from "../../contract/api.ts";

/** A typed function that calls the API as an API client does. */
export type CallApi = <Name extends Call>(
  name: Name,
  input: Api[Name]["input"],
) => Promise<Api[Name]["output"]>;

/**
 * Returns a function that calls a running server. Parameters in the path are filled from the input; the rest is the query or the
 * body. `from` is the address that a proxy would send, for a server that trusts proxies.
 */
export function apiOf(url: string, token?: string, from?: string): CallApi {
  return async (name, input) => {
    const [method = "GET", template = "/"] = name.split(" ");
    // Every input of the contract is an object, but TypeScript does not know that for a generic name.
    const rest = new Map(Object.entries(input as object));
    const address = template.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = String(rest.get(key));
      rest.delete(key);
      return encodeURIComponent(value);
    });
    const hasBody = method !== "GET";
    const query = [...rest].map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
    const answer = await fetch(
      `${url}${address}${!hasBody && query.length > 0 ? `?${query.join("&")}` : ""}`,
      {
        method,
        headers: {
          ...(hasBody ? { "content-type": "application/json" } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(from ? { "x-forwarded-for": from } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
      },
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`);
    // The server validates its responses against the same contract.
    return JSON.parse(text) as Api[typeof name]["output"];
  };
}
