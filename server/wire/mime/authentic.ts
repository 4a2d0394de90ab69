import { providerOfHost } from "../login/providers.ts";
import type { MessageSigns } from "./signs.ts";

/**
 * Returns true if the mailbox's own server found that a message is not from its stated sender, and that domain has a strict
 * policy.
 */
export function isNotAuthentic({ dmarc }: Pick<MessageSigns, "dmarc">, imapHost: string): boolean {
  return dmarc?.verdict === "fail" && dmarc.isStrict && isOwnServer(dmarc.server, imapHost);
}

/** Returns the only sender address in lower case; "" if there are several, or if the message is known not to be from it. */
export function soleSender(
  from: readonly { address: string }[],
  signs: Pick<MessageSigns, "dmarc" | "hasTwoSenders">,
  imapHost: string,
): string {
  const [sender, ...others] = from;
  const isSure = others.length === 0 && !signs.hasTwoSenders && !isNotAuthentic(signs, imapHost);
  return isSure ? (sender?.address.toLowerCase() ?? "") : "";
}

/** Returns true for the server that hosts the mailbox. Only its header counts: any other can be forged. */
function isOwnServer(server: string, imapHost: string): boolean {
  const labels = imapHost.toLowerCase().split(".");
  const domain = (labels.length > 2 ? labels.slice(1) : labels).join(".");
  const own = providerOfHost(imapHost)?.mx ?? [domain];
  return own.some((name) => server === name || server.endsWith(`.${name}`));
}
