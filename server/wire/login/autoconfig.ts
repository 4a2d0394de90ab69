import { Parser } from "htmlparser2";
import type { FoundServers } from "./providers.ts";

interface Server {
  kind: string;
  hostname: string;
  port: number;
  socketType: string;
  authentication: string[];
}

/**
 * Parses Mozilla's autoconfig document. Unencrypted servers are ignored. The first server of each kind is used, because the
 * format lists them by preference.
 */
export function readAutoconfig(xml: string, address: string): FoundServers | null {
  const servers = readServers(xml.slice(0, 100_000), address);
  const imap = servers.find(({ kind }) => kind === "imap");
  if (!imap) return null;
  const smtp = servers.find(({ kind }) => kind === "smtp");
  return {
    imap_host: imap.hostname,
    user_port: imap.port,
    tls: true,
    smtp_host: smtp?.hostname ?? null,
    smtp_port: smtp?.port ?? null,
    smtp_tls: smtp ? true : null,
  };
}

function readServers(xml: string, address: string): Server[] {
  const servers: Server[] = [];
  let open: Server | undefined;
  let text = "";
  const parser = new Parser(
    {
      onopentag: (name, { type = "" }) => {
        text = "";
        if (name === "incomingserver" || name === "outgoingserver") {
          const kind = type.toLowerCase();
          open = { kind, hostname: "", port: 0, socketType: "", authentication: [] };
        }
      },
      ontext: (piece) => {
        text += piece;
      },
      onclosetag: (name) => {
        if (!open) return;
        if (name === "incomingserver" || name === "outgoingserver") {
          if (isUsable(open)) servers.push(open);
          open = undefined;
        } else setField(open, name, text.trim(), address);
      },
    },
    // HTML mode turns element names into lower case, in which they are compared.
    { xmlMode: false, decodeEntities: true },
  );
  parser.end(xml);
  return servers;
}

function setField(server: Server, name: string, value: string, address: string): void {
  if (name === "hostname") server.hostname = fillIn(value, address).toLowerCase();
  else if (name === "port") server.port = Number(value);
  else if (name === "sockettype") server.socketType = value.toUpperCase();
  else if (name === "authentication") server.authentication.push(value.toLowerCase());
}

function fillIn(value: string, address: string): string {
  const at = address.lastIndexOf("@");
  return value
    .replaceAll("%EMAILDOMAIN%", address.slice(at + 1))
    .replaceAll("%EMAILLOCALPART%", address.slice(0, at))
    .replaceAll("%EMAILADDRESS%", address);
}

function isUsable({ hostname, port, socketType, kind }: Server): boolean {
  const isHost = /^[a-z0-9.-]{1,253}$/.test(hostname);
  const isPort = Number.isInteger(port) && port > 0 && port < 65536;
  // Inlet derives the encryption from the port; a document that differs cannot be followed.
  const implicit = kind === "imap" ? 993 : 465;
  const isEncrypted = port === implicit ? socketType === "SSL" : socketType === "STARTTLS";
  return isHost && isPort && isEncrypted;
}
