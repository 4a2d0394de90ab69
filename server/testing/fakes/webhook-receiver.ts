import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

/** A received request, verified only on demand. */
interface Posted {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Returns the parsed body. Throws if its signature does not match the secret or the timestamp is old. */
  verified: (secret: string) => unknown;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  posted: Posted[];
  /** Sets the response to all further requests; by default 204. */
  answer: (how: (response: ServerResponse) => void) => void;
}

/** An external receiver of webhooks, on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const posted: Posted[] = [];
  const answering: { with: (response: ServerResponse) => void } = {
    with: (response) => response.writeHead(204).end(),
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      posted.push({
        path: request.url ?? "",
        headers,
        body,
        verified: (secret) => new Webhook(secret).verify(body, headers),
      });
      answering.with(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    posted,
    answer: (how) => {
      answering.with = how;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
