import webPush from "web-push";
import { serverKey } from "#/store/notifications/queries.ts";
import type { MailContext } from "../context.ts";

const name = "vapid";
const place = { table: "server_keys", userId: "", rowId: name, field: "secret" };

type Context = Pick<MailContext, "database" | "execute" | "box">;

/** Returns the keys that identify this server to push services (RFC 8292). They are created once and never change. */
export async function vapidKeys({
  database,
  execute,
  box,
}: Context): Promise<{ publicKey: string; privateKey: string }> {
  let kept = await serverKey(database.reader, name);
  if (kept === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const secret = box.encrypt(privateKey, place);
    await execute("serverKey.keep", { name, public_key: publicKey, secret });
    // Another process may have stored its key first.
    kept = await serverKey(database.reader, name);
  }
  if (kept === undefined) throw new Error("The key of this server could not be kept.");
  return { publicKey: kept.public_key, privateKey: box.open(kept.secret, place) };
}

/** Returns the contact of this server for push services (RFC 8292, 2.1): an https address, or else an email address. */
export function vapidSubject(publicUrl: string): string {
  return publicUrl.startsWith("https://") ? publicUrl : "mailto:postmaster@inlet.invalid";
}
