import { createServer, request } from "node:http";

/** Starts a proxy to a store that refuses signatures from a skewed clock. */
export async function strictStore(
  inner: string,
): Promise<{ endpoint: string; refusals: number; stop: () => void }> {
  const state = { endpoint: "", refusals: 0, stop: () => void server.close() };
  const server = createServer((call, response) => {
    const [, ...parts] =
      /^(....)(..)(..T..)(..)(..Z)$/.exec(String(call.headers["x-amz-date"])) ?? [];
    const [year, month, hour, minute, second] = parts;
    const signedAt = Date.parse(`${year}-${month}-${hour}:${minute}:${second}`);
    if (Math.abs(signedAt - Date.now()) > 15 * 60_000) {
      state.refusals += 1;
      call.resume();
      response.statusCode = 403;
      return response.end("<Error><Code>RequestTimeTooSkewed</Code><Message>…</Message></Error>");
    }
    const { method, headers, url } = call;
    const asked = request(`${inner}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    return call.pipe(asked);
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  state.endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return state;
}
