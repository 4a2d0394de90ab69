import { type Client, createClient } from "#/testing/apps/client.ts";

/** A minimal browser for sessions, with the cookies of one server. */
export interface TestBrowser {
  cookies: Map<string, string>;
  /** Headers of a call from a page of this server. */
  headers: () => Record<string, string>;
  /** Opens an address of this server and returns the redirect's target. */
  go: (address: string | URL) => Promise<URL>;
  /** Sends requests like its pages; `keep` stores the cookies of a response. */
  client: Client;
  keep: (answer: Response) => Response;
}

/** Creates a browser without cookies. */
export function createBrowser(origin: string): TestBrowser {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (answer: Response) => {
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  return {
    cookies,
    client: createClient(origin),
    keep,
    headers: () => ({ cookie: cookie(), origin }),
    async go(address) {
      const url = new URL(address, origin);
      const answer = keep(await fetch(url, { redirect: "manual", headers: { cookie: cookie() } }));
      return new URL(answer.headers.get("location") ?? "", url);
    },
  };
}
