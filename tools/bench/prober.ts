import { once } from "node:events";
import { Agent, request } from "node:http";

/** Sends requests over one keep-alive connection and measures each from its first byte sent to its last byte received. */
export interface Prober extends Disposable {
  /** Returns the milliseconds of one call; throws if the status is not 200. */
  get: (address: string) => Promise<number>;
  post: (address: string, body: object) => Promise<number>;
}

export function createProber(token?: string): Prober {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const time = async (address: string, method: string, body?: string): Promise<number> => {
    const started = performance.now();
    const call = request(address, {
      agent,
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    });
    call.end(body);
    // `once` rejects if the connection fails.
    const [answer] = await once(call, "response");
    answer.resume();
    await once(answer, "end");
    if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
    return performance.now() - started;
  };
  return {
    get: (address) => time(address, "GET"),
    post: (address, body) => time(address, "POST", JSON.stringify(body)),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
