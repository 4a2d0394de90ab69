import type { Api } from "@inlet/contract/api.ts";
import { call } from "#/api/client.ts";

/** Has the browser fetch what is asked for as one mbox file. Throws when the server refuses. */
export async function startExport(asked: Api["POST /email/export"]["input"]): Promise<void> {
  const { url } = await call("POST /email/export", asked);
  // A download leaves the page where it is.
  window.location.assign(url);
}
