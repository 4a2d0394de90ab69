import { tokenize } from "./address-tokens.ts";
import { decodeWords } from "./charset/encoded-words.ts";
import type { DeliveryReport } from "./report/delivery-report.ts";
import { parseDate } from "./dates.ts";
import type { Header } from "./header.ts";
import { type ReceiptRequest, readReceiptRequest } from "./report/receipt.ts";

/** Facts in a header besides the message itself. Facts that it does not contain are absent. */
export interface MessageSigns {
  /** The Date field in milliseconds: the time of writing according to the sender. */
  sentAt?: number;
  /** True if the From field names several senders, or joins two addresses. */
  hasTwoSenders?: true;
  /** True if the From field contains marks that reverse the text direction. */
  isTurnedAround?: true;
  /** Ways to leave the list (RFC 2369); `isOneClick` if a POST to `web` does it and the fields are signed (RFC 8058). */
  unsubscribe?: { web: string; mail: string; isOneClick: boolean };
  /** True if the message came over a list, or declares itself bulk or automatic (RFC 2919, RFC 3834). */
  isBulk?: true;
  /** Written by a machine, and not for a list (RFC 3834): no person has read the answered message. */
  isAutomatic?: true;
  /** The list that sent the message: its List-Id (RFC 2919) and its posting address (RFC 2369). */
  list?: { id: string; address: string };
  /** Addresses to which servers in transit delivered it. */
  deliveredTo?: string[];
  /** A filter in transit classified it as spam. */
  saysSpam?: true;
  /** Verdict of the receiving server on the sender (RFC 8601). */
  dmarc?: { server: string; verdict: string; isStrict: boolean };
  receipt?: ReceiptRequest;
  /** A server's delivery report about a sent message. */
  report?: DeliveryReport;
}

const urlLength = 2000;

/** Reads the signs of a header. */
export function readSigns(header: Header): MessageSigns {
  const from = header.all("from");
  const sentAt = parseDate(header.get("date"));
  const unsubscribe = readUnsubscribe(header);
  const receipt = readReceiptRequest(header);
  const list = readList(header);
  const deliveredTo = readDeliveredTo(header);
  const dmarc = readDmarc(header.all("authentication-results"));
  return {
    ...(sentAt !== null && { sentAt }),
    ...(sendersOf(from) > 1 && { hasTwoSenders: true }),
    ...(from.some((field) => /[\u202A-\u202E\u2066-\u2069]/.test(decodeWords(field))) && {
      isTurnedAround: true,
    }),
    ...(unsubscribe && { unsubscribe }),
    ...(isBulk(header) && { isBulk: true }),
    ...(isAutomatic(header) && { isAutomatic: true }),
    ...(list && { list }),
    ...(deliveredTo.length > 0 && { deliveredTo }),
    ...(saysSpam(header) && { saysSpam: true }),
    ...(dmarc && { dmarc }),
    ...(receipt && { receipt }),
  };
}

function isBulk(header: Header): boolean {
  if (header.get("list-id") !== "") return true;
  const automatic = header.get("auto-submitted").trim().toLowerCase();
  if (/^auto-(?:generated|notified)/.test(automatic)) return true;
  return /^\s*(?:bulk|list|junk)\s*$/i.test(header.get("precedence"));
}

function isAutomatic(header: Header): boolean {
  // Lists also mark messages that their members write.
  if (header.get("list-id") !== "") return false;
  if (/^auto-/i.test(header.get("auto-submitted").trim())) return true;
  if (/^\s*(?:bulk|junk|auto[_-]?reply)\s*$/i.test(header.get("precedence"))) return true;
  // Fields used before RFC 3834, and sometimes still.
  return ["x-autoreply", "x-autorespond"].some((name) => header.get(name).trim() !== "");
}

const addressLength = 254;

function readList(header: Header): MessageSigns["list"] {
  const field = header.get("list-id").slice(0, urlLength);
  const id = (/<([^<>\s]*)>/.exec(field)?.[1] ?? field).trim().toLowerCase();
  const [, posting = ""] =
    /<mailto:([^<>?\s]+)/i.exec(header.get("list-post").slice(0, urlLength)) ?? [];
  const address = posting.toLowerCase();
  if (id === "" && address === "") return undefined;
  return { id: id.slice(0, addressLength), address: address.slice(0, addressLength) };
}

/** Each server may add such a field, and the names are not standardized. */
const deliveryFields = ["delivered-to", "x-delivered-to", "x-original-to", "envelope-to"];
const maxDeliveries = 10;

function readDeliveredTo(header: Header): string[] {
  const found = deliveryFields
    .flatMap((name) => header.all(name))
    .flatMap((field) => field.slice(0, urlLength).split(/[\s<>,;]/))
    .map((address) => address.toLowerCase())
    .filter((address) => address.length <= addressLength && address.indexOf("@") > 0);
  return [...new Set(found)].slice(0, maxDeliveries);
}

function saysSpam(header: Header): boolean {
  return (
    /^\s*yes\b/i.test(header.get("x-spam-flag")) || /^\s*yes\b/i.test(header.get("x-spam-status"))
  );
}

/** Counts one sender per comma-separated mailbox (RFC 5322, 3.6.2), and one per additional address within it. */
function sendersOf(fields: string[]): number {
  let count = 0;
  for (const field of fields) {
    const tokens = tokenize(field.slice(0, 10_000));
    const angles = tokens.filter(({ kind }) => kind === "angle").length;
    const bare = tokens.filter((token) => token.kind === "text" && /.@./.test(token.text)).length;
    // Without brackets an address is bare; next to them it is part of the name.
    count += angles > 0 ? angles : bare;
  }
  return count;
}

function readUnsubscribe(header: Header): MessageSigns["unsubscribe"] {
  const field = header.get("list-unsubscribe").slice(0, 4 * urlLength);
  const urls = [...field.matchAll(/<([^<>\s]+)>/g)]
    .flatMap(([, url]) => url ?? [])
    .filter((url) => url.length <= urlLength);
  const web =
    urls.find((url) => /^https:\/\//i.test(url)) ??
    urls.find((url) => /^http:\/\//i.test(url)) ??
    "";
  const mail = urls.find((url) => /^mailto:/i.test(url)) ?? "";
  if (web === "" && mail === "") return undefined;
  const post = header.get("list-unsubscribe-post").replaceAll(/\s/g, "").toLowerCase();
  const isOneClick =
    post === "list-unsubscribe=one-click" && /^https:/i.test(web) && isSignedFor(header);
  return { web, mail, isOneClick };
}

/**
 * Returns true if a signature covers both fields (RFC 8058, 4): otherwise a server in transit could add them and choose which
 * server the client calls. The validity of the signature is left to the receiving server.
 */
function isSignedFor(header: Header): boolean {
  return header.all("dkim-signature").some((field) => {
    const signed = /(?:^|;)\s*h\s*=([^;]*)/i.exec(field)?.[1] ?? "";
    const names = new Set(signed.split(":").map((name) => name.trim().toLowerCase()));
    return names.has("list-unsubscribe") && names.has("list-unsubscribe-post");
  });
}

/** Reads the topmost field, which is from the receiving server. Some servers write one field per check. */
function readDmarc(fields: readonly string[]): MessageSigns["dmarc"] {
  const [server] = fields.map(serverOf);
  const own = fields.filter((field) => server !== undefined && serverOf(field) === server);
  const [, verdict, comment = ""] =
    own
      .map((field) => /;\s*dmarc\s*=\s*([a-z]{1,20})\s*(?:\(([^)]{0,200})\))?/i.exec(field))
      .find((found) => found !== null) ?? [];
  if (server === undefined || verdict === undefined) return undefined;
  // A domain that only monitors (`p=none`) does not ask to distrust failures.
  const isStrict = !/\bp\s*=\s*none\b/i.test(comment);
  return { server, verdict: verdict.toLowerCase(), isStrict };
}

/** Returns the server that wrote an Authentication-Results field (RFC 8601, 2.2). */
function serverOf(field: string): string | undefined {
  return /^\s*([a-z0-9._-]{1,255})\s*(?:\d{1,9}\s*)?;/i.exec(field)?.[1]?.toLowerCase();
}
