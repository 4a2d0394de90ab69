import type { Api } from "@inlet/contract/api.ts";
import { call } from "#/api/client.ts";

/** Makes the browser download the requested mail as one mbox file. Throws if the server refuses. */
export async function startExport(asked: Api["POST /email/export"]["input"]): Promise<void> {
  const { url } = await call("POST /email/export", asked);
  // A download does not leave the page.
  window.location.assign(url);
}
