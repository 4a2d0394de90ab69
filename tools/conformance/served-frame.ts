import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApp } from "../demo/app.ts";
import { buildWebApp } from "../demo/build-web-app.ts";

/** What the product hands out to show a mail with, and the policies it sends along. */
export interface ServedFrame {
  html: string;
  script: string;
  framePolicy: string;
  appPolicy: string;
}

/** Builds the page, starts the product and asks it, as a browser would. */
export async function fetchServedFrame(): Promise<ServedFrame> {
  await buildWebApp();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-conformance-"));
  try {
    await using app = await startApp({ dataDir: dir });
    const get = async (address: string) => {
      const answer = await fetch(`${app.url}${address}`);
      const policy = answer.headers.get("content-security-policy");
      if (!answer.ok || !policy) throw new Error(`${address} answers ${answer.status}.`);
      return { text: await answer.text(), policy };
    };
    const page = await get("/login");
    const frame = await get("/mail-frame.html");
    const script = await get("/mail-frame.js");
    return {
      html: frame.text,
      script: script.text,
      framePolicy: frame.policy,
      appPolicy: page.policy,
    };
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
