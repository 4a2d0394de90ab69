import { startDovecot } from "../../server/testing/fakes/dovecot.ts";
import { startFakeImap } from "../../server/testing/fakes/imap/fake-imap.ts";
import { profiles } from "../../server/testing/fakes/imap/profiles.ts";
import {
  trackedFake,
  trackedReal,
  type TrackedServer,
  truthfulDovecot,
} from "../../server/testing/faults/tracking/tracked-server.ts";

export const user = "person@example.org";
export const pass = "secret";

/** Dovecot and every profile of the fake server. */
export const serverNames: readonly string[] = ["dovecot", ...Object.keys(profiles)];

/** Runs `work` with a new server of this name; `dovecotTls` is Dovecot with STARTTLS. */
export async function withServer(
  name: string,
  work: (server: TrackedServer) => Promise<void>,
): Promise<void> {
  const profile = Object.entries(profiles).find(([key]) => key === name)?.[1];
  if (profile) {
    await using server = await startFakeImap(profile);
    // Awaited here because the server must outlive the work.
    return await work(trackedFake(server, user, server.addMailbox(user, pass)));
  }
  const hasTls = name === "dovecotTls";
  const users = [{ name: user, pass }];
  await using dovecot = await startDovecot({ users, tls: hasTls, settings: truthfulDovecot });
  return await work(trackedReal({ port: dovecot.imapPort, user, pass }, { hasTls }));
}
