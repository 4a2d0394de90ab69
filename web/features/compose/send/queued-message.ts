import type { Api } from "@inlet/contract/api.ts";
import { del, promisifyRequest, set, values } from "idb-keyval";
import { call } from "#/api/client.ts";
import { deviceStore } from "#/api/device-store.ts";
import type { SavedAs } from "#/features/compose/drafts/draft-saver.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";

/** A message that was sent offline, as this device stores it until the server has it. */
export interface WaitingMail {
  /** Key of the draft. */
  key: string;
  draft: Draft;
  as: SavedAs;
  mail: Api["POST /email/send"]["input"];
  /** The same for every attempt. */
  idempotencyKey: string;
  texts: { sent: string; failed: string };
  undoSeconds: number;
  /** True once the server was asked: it may have the message. */
  mayHaveLeft: boolean;
}

/**
 * Hands a message over. If the user canceled the previous attempt, whose response was lost, it is sent as a new message, under a
 * key that the next attempt uses too.
 */
export async function handOver({
  key,
  mail,
  idempotencyKey,
}: Pick<WaitingMail, "key" | "mail" | "idempotencyKey">): Promise<
  Api["POST /email/send"]["output"]
> {
  const send = (tryKey: string) =>
    call("POST /email/send", mail, { headers: { "idempotency-key": tryKey } });
  let sent = await send(idempotencyKey);
  while (sent.state === "cancelled") sent = await send(`${key}.${sent.id}`);
  return sent;
}

/** Stores a message; returns false if the device has no space for it. */
export async function storeMail(owner: string, waiting: WaitingMail): Promise<boolean> {
  try {
    await set(waiting.key, waiting, deviceStore("outgoing", owner));
    return true;
  } catch {
    return false;
  }
}

/** Deletes a message after the server accepted or refused it. */
export async function forgetMail(owner: string, key: string): Promise<void> {
  await del(key, deviceStore("outgoing", owner)).catch(() => undefined);
}

/** Returns the waiting messages. */
export async function storedMessages(owner: string): Promise<WaitingMail[]> {
  try {
    return await values<WaitingMail>(deviceStore("outgoing", owner));
  } catch {
    return [];
  }
}

/**
 * Marks the message before the server is asked, which may then have it. Returns false if it was canceled or handed over already.
 */
export async function markSending(owner: string, key: string): Promise<boolean> {
  return deviceStore("outgoing", owner)("readwrite", async (store) => {
    const waiting = await read(store, key);
    if (!waiting) return false;
    await promisifyRequest(store.put({ ...waiting, mayHaveLeft: true }, key));
    return true;
  });
}

/** Deletes a message that the server was never asked to send; returns false if it was. */
export async function takeOut(owner: string, key: string): Promise<boolean> {
  return deviceStore("outgoing", owner)("readwrite", async (store) => {
    const waiting = await read(store, key);
    if (!waiting || waiting.mayHaveLeft) return false;
    await promisifyRequest(store.delete(key));
    return true;
  });
}

async function read(store: IDBObjectStore, key: string): Promise<WaitingMail | undefined> {
  // Safe: only this file writes to the store.
  return promisifyRequest(store.get(key) as IDBRequest<WaitingMail | undefined>);
}
