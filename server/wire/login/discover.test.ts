import { describe, expect, it } from "vitest";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { discover } from "./discover.ts";
import {
  providerOfDomain,
  providerOfExchanger,
  providerOfHost,
  wantsAppPassword,
} from "./providers.ts";

interface World {
  documents?: Record<string, string>;
  mx?: Record<string, string[]>;
  srv?: Record<string, { host: string; port: number }[]>;
  /** Reachable ports, as host:port. */
  open?: string[];
}

/** The Internet as configured by these tests. */
function egressInto({ documents = {}, mx = {}, srv = {}, open = [] }: World): Egress {
  const real = createEgress({ allowedPrivateHosts: [] });
  return {
    resolve: async (host, port) => {
      if (!open.includes(`${host}:${port}`)) throw new EgressRefused();
      return { host, address: "192.0.2.1", port, isAllowedPrivate: false };
    },
    connect: async () => {
      const { Socket } = await import("node:net");
      return new Socket();
    },
    fetch: async (url) => {
      const found = documents[url.split("?")[0] ?? ""];
      if (found === "never") return new Promise(() => undefined);
      if (found === undefined) throw new EgressRefused();
      return { status: 200, type: "text/xml", body: Buffer.from(found) };
    },
    request: () => Promise.reject(new EgressRefused()),
    follow: () => Promise.reject(new EgressRefused()),
    mailExchangers: async (domain) => mx[domain] ?? [],
    services: async (name) => srv[name] ?? real.services(""),
  };
}

const options = { timeoutMs: 200 };
const autoconfig = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="small.example">
  <incomingServer type="pop3"><hostname>pop.small.example</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
  <incomingServer type="imap"><hostname>plain.small.example</hostname><port>143</port><socketType>plain</socketType></incomingServer>
  <incomingServer type="imap"><hostname>mx.%EMAILDOMAIN%</hostname><port>993</port><socketType>SSL</socketType></incomingServer>
  <outgoingServer type="smtp"><hostname>out.small.example</hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>`;

describe("discovery", () => {
  it("knows the big providers without a request", async () => {
    const egress = egressInto({});
    const gmail = await discover(egress, "ann@GMAIL.com", options);
    expect(gmail).toMatchObject({ imap_host: "imap.gmail.com", user_port: 993, tls: true });
    expect(gmail?.appPasswordUrl).toMatch(/^https:\/\/support\.google\.com\//);
    const icloud = await discover(egress, "ann@me.com", options);
    expect(icloud).toMatchObject({ smtp_host: "smtp.mail.me.com", smtp_port: 587 });
  });

  it("reads the domain's autoconfig document and never proposes an unencrypted server", async () => {
    const url = "https://autoconfig.small.example/mail/config-v1.1.xml";
    const egress = egressInto({ documents: { [url]: autoconfig } });
    expect(await discover(egress, "ann@small.example", options)).toEqual({
      imap_host: "mx.small.example",
      user_port: 993,
      tls: true,
      smtp_host: "out.small.example",
      smtp_port: 587,
      smtp_tls: true,
      appPasswordUrl: null,
      providerName: null,
      provider: null,
    });
  });

  it("finds the provider of a custom domain by its mail exchanger", async () => {
    const egress = egressInto({ mx: { "firm.example": ["aspmx.l.google.com."] } });
    const found = await discover(egress, "ann@firm.example", options);
    expect(found).toMatchObject({
      imap_host: "imap.gmail.com",
      appPasswordUrl: expect.any(String),
    });
  });

  it("follows service records", async () => {
    const egress = egressInto({
      srv: {
        "_imaps._tcp.srv.example": [{ host: "in.srv.example", port: 993 }],
        "_submission._tcp.srv.example": [{ host: "out.srv.example", port: 587 }],
      },
    });
    expect(await discover(egress, "ann@srv.example", options)).toMatchObject({
      imap_host: "in.srv.example",
      smtp_host: "out.srv.example",
      smtp_port: 587,
    });
  });

  it("tries the common names, and works without SMTP", async () => {
    const open = ["mail.own.example:993", "mail.own.example:143"];
    expect(await discover(egressInto({ open }), "ann@own.example", options)).toMatchObject({
      imap_host: "mail.own.example",
      user_port: 993,
      smtp_host: null,
      smtp_port: null,
    });
  });

  it("returns what it found within its timeout while other searches hang", async () => {
    const documents = { "https://autoconfig.slow.example/mail/config-v1.1.xml": "never" };
    const started = performance.now();
    const found = await discover(
      egressInto({ documents, open: ["imap.slow.example:993"] }),
      "ann@slow.example",
      options,
    );
    expect(found?.imap_host).toBe("imap.slow.example");
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("finds nothing for an invalid address or an unknown domain", async () => {
    for (const address of ["", "ann", "ann@", "ann@a b", "ann@a/b", "ann@nowhere.example"]) {
      expect(await discover(egressInto({}), address, options), address).toBeNull();
    }
  });
});

describe("providers", () => {
  it("are recognized by domain, mail exchanger and host", () => {
    expect(providerOfDomain("web.de")?.name).toBe("WEB.DE");
    expect(providerOfExchanger("mx-aol.mail.gm0.yahoodns.net")?.name).toBe("AOL");
    expect(providerOfExchanger("firm.mail.protection.outlook.com.")?.name).toBe("Outlook");
    expect(providerOfExchanger("evilgoogle.com")).toBeUndefined();
    expect(providerOfHost("SMTP.office365.com")?.storesSent).toBe(true);
  });

  it("require app passwords by name, or by the server's response", () => {
    expect(wantsAppPassword("imap.gmail.com", "Invalid credentials")).toBe(true);
    expect(wantsAppPassword("imap.gmx.net", "authentication failed")).toBe(false);
    expect(wantsAppPassword("mail.own.example", "Application-specific password required")).toBe(
      true,
    );
    expect(wantsAppPassword("127.0.0.1", "no such user")).toBe(false);
  });
});
