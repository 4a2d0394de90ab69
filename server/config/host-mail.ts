/** The mail server and sender of host emails. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte, STARTTLS, or none. */
  encryption: "implicit" | "starttls" | "none";
  /** User name; "" for a server without login. */
  user: string;
  pass: string;
  from: { name: string; address: string };
}

/** Parses an SMTP URL. `smtps://` uses TLS from the first byte; `smtp://` requires STARTTLS unless it ends with `?tls=off`. */
export function readMailUrl(text: string): Omit<MailSettings, "from"> | null {
  const url = URL.parse(text);
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") return null;
  const isImplicit = url.protocol === "smtps:";
  if (!["", "/"].includes(url.pathname) || url.hash !== "") return null;
  if (url.search !== "" && (isImplicit || url.search !== "?tls=off")) return null;
  const login = [url.username, url.password].map(decoded);
  const [user, pass] = login;
  // A line break in the user name or password would inject SMTP commands.
  if (user === undefined || pass === undefined || /[\r\n\0]/.test(user + pass)) return null;
  const encryption = isImplicit ? "implicit" : url.search === "" ? "starttls" : "none";
  const port = Number(url.port) || (isImplicit ? 465 : 587);
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, encryption, user, pass };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Parses `Inlet <inlet@example.org>`, or an address alone. */
export function readMailbox(text: string): MailSettings["from"] | null {
  const at = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  const address = at < 0 ? text : text.slice(at + 1, -1);
  const name =
    at < 0
      ? "Inlet"
      : text
          .slice(0, at)
          .trim()
          .replace(/^"(.*)"$/, "$1");
  if (!/^[^\s<>,;@"]+@[^\s<>,;@"]+$/.test(address) || /[\p{Cc}<>"]/u.test(name)) return null;
  return { name: name || "Inlet", address };
}
