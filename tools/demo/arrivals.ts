import type { CallApi } from "./api.ts";
import type { MailServers } from "./mail-servers.ts";
import type { DemoMailbox } from "./mailboxes.ts";
import { fillMaildir } from "./maildir.ts";

/** Number of messages stored here, and number on the mail servers. */
export interface Progress {
  here: number;
  server: number;
}

/**
 * Waits until the older mail is stored, and then delivers the mail of the last days. By that time the correspondents are known,
 * as for a user who has used Inlet for a while.
 */
export async function letMailArrive(
  call: CallApi,
  { servers, demo }: { servers: MailServers; demo: readonly DemoMailbox[] },
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<number> {
  const { here } = await untilHere(call, 0, onProgress);
  let count = 0;
  for (const { owner, arriving } of demo) {
    count += fillMaildir(servers.imap.maildir(owner.address), arriving, "arrived");
  }
  return (await untilHere(call, here + count, onProgress)).here;
}

async function untilHere(
  call: CallApi,
  least: number,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  for (;;) {
    const { accounts } = await call("GET /imap/accounts", {});
    const here = accounts.reduce((sum, { progress }) => sum + progress.here, 0);
    const server = accounts.reduce((sum, { progress }) => sum + (progress.server ?? 0), 0);
    const isDone = accounts.every(
      ({ progress }) => progress.server !== null && progress.here >= progress.server,
    );
    onProgress({ here, server });
    if (isDone && here >= least) return { here, server };
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
