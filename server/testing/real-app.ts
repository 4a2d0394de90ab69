import { createAdmission, type Registration } from "#/auth/admission.ts";
import { createAuth } from "#/auth/auth.ts";
import { createPasswords } from "#/auth/passwords.ts";
import { createLog } from "#/base/log.ts";
import { createSealedBox } from "#/base/sealed-box.ts";
import { createEgress } from "#/egress/egress.ts";
import { createHub } from "#/realtime/hub.ts";
import { webServices } from "#/roles/web-services.ts";
import { createDoor, type Door } from "#/store/door.ts";
import type { Database, Engine } from "#/store/database.ts";
import { hasUsers } from "#/store/users.ts";
import { aBlobFolder } from "#/testing/blob-folder.ts";
import { freshDatabase } from "#/testing/database.ts";
import { startApp } from "#/testing/http-app.ts";

export interface RealApp extends AsyncDisposable {
  origin: string;
  database: Database;
  door: Door;
  clock: { time: number; now: () => number };
  firstInvite: string | null;
  /** Stops HTTP alone, as the server does first when it stops. */
  stopHttp: () => Promise<void>;
}

/** The whole web side over a database of its own, without mail servers. The clock stands until a test moves it. */
export async function startRealApp(
  engine: Engine,
  { registration = "open" }: { registration?: Registration } = {},
): Promise<RealApp> {
  const stack = new AsyncDisposableStack();
  const { database } = stack.use(await freshDatabase(engine));
  const clock = { time: Date.now(), now: () => clock.time };
  const live = createHub(database.reader);
  const door = createDoor(database, {
    clock,
    onCommit: ({ changes }) => changes.forEach(({ userId }) => live.wake(userId)),
  });
  const admission = createAdmission(registration, await hasUsers(database.reader));
  const auth = createAuth({
    reader: database.reader,
    door,
    clock,
    admission,
    passwords: createPasswords({ memoryKib: 64, passes: 1 }),
  });
  const mail = {
    database,
    door,
    clock,
    log: createLog("silent"),
    blobs: stack.use(await aBlobFolder()).blobs,
    egress: createEgress({ allowedPrivateHosts: [], dns: { lookup: async () => ["10.0.0.1"] } }),
    box: createSealedBox(Buffer.alloc(32, 1)),
  };
  const syncNow = async () => "done" as const;
  const services = webServices({ mail, auth, live, engine: { syncNow } });
  const app = stack.use(await startApp(services, { clock }));
  return {
    origin: app.origin,
    database,
    door,
    clock,
    firstInvite: admission.firstInvite,
    stopHttp: () => app[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
