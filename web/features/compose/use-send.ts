import type { Api } from "@inlet/contract/api.ts";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { watchOutbox } from "#/features/compose/outbox-watch.tsx";

export type Outgoing = Api["POST /email/send"]["input"];

/**
 * Sends one mail at a time. The same mail tried again carries the same key, so that a lost answer never makes two
 * mails of it; a changed one is a mail of its own. Resolves to true when it is safely on its way, to false
 * when nothing was done because another one is being sent; throws ApiFailure otherwise.
 */
export function useSend() {
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const last = useRef({ key: "", mail: "" });

  const send = async (mail: Outgoing): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setSending(true);
    const written = JSON.stringify(mail);
    if (last.current.mail !== written) last.current = { key: newKey(), mail: written };
    try {
      const { id } = await call("POST /email/send", mail, {
        headers: { "idempotency-key": last.current.key },
      });
      last.current = { key: "", mail: "" };
      watchOutbox(id);
      return true;
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };
  return { isSending, send };
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
