import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createEgress } from "./egress.ts";
import { EgressRefused } from "./pinned.ts";

const publicAddress = "93.184.216.34";

/** Hosts that must never be contacted, in all known spellings. */
const forbidden = [
  // Loopback: also octal, hexadecimal, shortened, as one number, padded, and in full-width and circled digits.
  ["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "127.0.0.1.", "0177.0.0.1", "0x7f.0.0.1"],
  ["0x7f000001", "2130706433", "017700000001", "0x7f.1", "0177.1", "127.0x0.0.1", "127.0x1"],
  ["127.000.000.001", "１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1", "0X7F.0X0.0X0.0X1"],
  // "This network" (0.0.0.0/8).
  ["0", "0.0.0.0", "0.0", "0x0", "0.1.2.3", "0.255.255.255"],
  // Private networks, in the same spellings.
  ["10.0.0.1", "10.255.255.255", "10.1", "012.0.0.1", "0xa.0.0.1", "167772161", "0x0a000001"],
  ["172.16.0.1", "172.31.255.255", "0xac.0x10.0.1", "2886729729", "172.20.10.5", "172.16.1"],
  ["192.168.0.1", "192.168.1", "192.168.255.255", "3232235521", "0xc0a80001", "0300.0250.0.1"],
  // Link-local addresses, with the metadata service of cloud providers.
  ["169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.254.0.1"],
  // Carrier-grade NAT, protocol assignments, documentation, benchmarks, relays, multicast, reserved.
  ["100.64.0.1", "100.127.255.254", "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1"],
  ["198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250"],
  ["240.0.0.1", "255.255.255.255", "0xffffffff", "4294967295", "254.1.2.3"],
  // IPv6: unspecified, loopback, compatible, mapped in both notations.
  ["::", "[::]", "::1", "[::1]", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001"],
  ["::127.0.0.1", "::7f00:1", "::10.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::FFFF:10.0.0.1"],
  ["0:0:0:0:0:ffff:c0a8:1", "[::ffff:169.254.169.254]", "::ffff:0:127.0.0.1"],
  // Unique local, link-local with and without zone, site-local, multicast, documentation, discard.
  [
    "fc00::1",
    "fd12:3456::1",
    "[fd00::1]",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::1",
    "feff::1",
  ],
  ["ff02::1", "ff05::2", "2001:db8::1", "100::1", "3fff::1", "5f00::1"],
  // IPv4 inside IPv6: NAT64, its local prefix, 6to4, Teredo, ISATAP.
  ["64:ff9b::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::10.0.0.1"],
  [
    "2002:7f00:1::",
    "2002:7f00:0001::1",
    "2002:a00:1::1",
    "2002:c0a8:101::",
    "2001::1",
    "2001:0:1:2::3",
  ],
  ["2a00:1450::5efe:10.0.0.1", "2a00:1450::200:5efe:127.0.0.1", "fe80::5efe:c0a8:1"],
  // Not host names.
  [
    "",
    " ",
    ".",
    "..",
    "a b",
    "a/b",
    "a\\b",
    "a@b",
    "a?b",
    "a#b",
    "a:b",
    "exa%6dple.org",
    "[::1",
    "a\0b",
  ],
  ["127.0.0.1:80", "http://127.0.0.1", "256.256.256.256", "1.2.3.4.5", "0x7g.1", "a\r\nb"],
].flat();

/** Names that resolve to private addresses. */
const leading: Record<string, string[]> = {
  "localhost.": ["127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
  "127.0.0.1.nip.io": ["127.0.0.1"],
  "10-0-0-1.sslip.io": ["10.0.0.1"],
  "one-of-two.example": [publicAddress, "192.168.1.1"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "nat64.example": ["64:ff9b::a00:1"],
  "sixtofour.example": ["2002:7f00:1::1"],
  "nothing.example": [],
};

function egressTo(records: Record<string, string[]>, allowedPrivateHosts: string[] = []) {
  const lookup = vi.fn(
    async (host: string) => records[host] ?? Promise.reject(new Error("ENOTFOUND")),
  );
  return { egress: createEgress({ allowedPrivateHosts, dns: { lookup } }), lookup };
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EgressRefused);
  return error instanceof Error ? error.message : "";
}

describe("resolving", () => {
  it("refuses every spelling of a forbidden host with the same message", async () => {
    const { egress } = egressTo({});
    expect(forbidden.length).toBeGreaterThan(100);
    for (const host of forbidden) {
      for (const [port, purpose] of [
        [993, "mail"],
        [443, "web"],
      ] as const) {
        expect(await refusal(egress.resolve(host, port, purpose)), host).toBe(
          "The host could not be reached.",
        );
      }
    }
  });

  it("refuses names that resolve to a private address, even if it is one of several", async () => {
    const { egress } = egressTo(leading);
    for (const host of [...Object.keys(leading), "unknown.example"]) {
      expect(await refusal(egress.resolve(host, 993, "mail")), host).toBe(
        "The host could not be reached.",
      );
    }
  });

  it("accepts public hosts, and returns their normalized name and the address to connect to", async () => {
    const { egress } = egressTo({
      "imap.example.org": [publicAddress],
      "xn--bcher-kva.example": ["2a00:1450:4001::1"],
    });
    expect(await egress.resolve(" IMAP.Example.org. ", 993, "mail")).toEqual({
      host: "imap.example.org",
      address: publicAddress,
      port: 993,
      isAllowedPrivate: false,
    });
    const idn = await egress.resolve("bücher.example", 443, "web");
    expect(idn).toMatchObject({ host: "xn--bcher-kva.example", address: "2a00:1450:4001::1" });
    expect((await egress.resolve(publicAddress, 143, "mail")).address).toBe(publicAddress);
  });

  it("allows only mail ports for mail and web ports for the web", async () => {
    const { egress } = egressTo({ "a.example": [publicAddress] });
    for (const port of [143, 993, 465, 587, 25]) await egress.resolve("a.example", port, "mail");
    for (const port of [80, 443]) await egress.resolve("a.example", port, "web");
    for (const port of [22, 80, 443, 3306, 6379, 0, 65536]) {
      await refusal(egress.resolve("a.example", port, "mail"));
    }
    for (const port of [22, 25, 993, 8080]) await refusal(egress.resolve("a.example", port, "web"));
  });

  it("allows private addresses and any port for allowed names and ranges only", async () => {
    const records = {
      "mail.lan": ["192.168.7.7"],
      "other.lan": ["192.168.7.8"],
      nas: ["10.1.2.3"],
    };
    const { egress } = egressTo(records, ["Mail.LAN", "10.0.0.0/8", "fd00::/8", "127.0.0.1"]);
    const mail = await egress.resolve("mail.lan", 1143, "mail");
    expect(mail).toMatchObject({ address: "192.168.7.7", isAllowedPrivate: true });
    expect((await egress.resolve("nas", 8025, "web")).isAllowedPrivate).toBe(true);
    expect((await egress.resolve("[fd00::5]", 143, "mail")).address).toBe("fd00::5");
    expect((await egress.resolve("::ffff:127.0.0.1", 1, "mail")).address).toBe("127.0.0.1");
    await refusal(egress.resolve("other.lan", 993, "mail"));
    await refusal(egress.resolve("127.0.0.2", 993, "mail"));
  });

  it("names the invalid entry of the allow-list", () => {
    expect(() => createEgress({ allowedPrivateHosts: ["10.0.0.0/99"] })).toThrow("10.0.0.0/99");
  });
});

describe("fetching", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections();
  });

  async function serve(handler: RequestListener): Promise<string> {
    const server = createServer(handler).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    if (!address || typeof address === "string") throw new Error("no port");
    return `:${address.port}`;
  }
  const options = { maxBytes: 1000, timeoutMs: 2000 };
  const allowed = { "site.example": ["127.0.0.1"] };

  it("fetches with the host's name and without cookies, referrer or language", async () => {
    const port = await serve((request, response) => {
      response.setHeader("content-type", "Image/PNG; x=y");
      response.end(JSON.stringify(request.headers));
    });
    const { egress } = egressTo(allowed, ["site.example"]);
    const { status, type, body } = await egress.fetch(
      `http://u:p@site.example${port}/a?b#c`,
      options,
    );
    expect([status, type]).toEqual([200, "image/png"]);
    expect(JSON.parse(body.toString())).toEqual({
      host: `site.example${port}`,
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Mozilla/5.0 (compatible; Inlet)",
      connection: "close",
    });
  });

  it("checks every redirect and stops after three", async () => {
    let hops = 0;
    const inside = await serve((_request, response) => {
      hops += 100;
      response.end();
    });
    const port: string = await serve((request, response) => {
      hops++;
      const target = request.url === "/inside" ? `http://127.0.0.1${inside}/` : `/again${hops}`;
      response.writeHead(302, { location: target }).end();
    });
    const { egress } = egressTo(allowed, ["site.example"]);
    await refusal(egress.fetch(`http://site.example${port}/inside`, options));
    expect(hops).toBe(1);
    await refusal(egress.fetch(`http://site.example${port}/loop`, options));
    expect(hops).toBe(5);
    await refusal(egress.fetch("ftp://site.example/", options));
    await refusal(egress.fetch("file:///etc/passwd", options));
  });

  it("connects to the checked address even if the name resolves to a private one a moment later", async () => {
    let hits = 0;
    const port = await serve((_request, response) => {
      hits++;
      response.end();
    });
    const answers = [["127.0.0.1"], ["10.255.255.1"]];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"], dns: { lookup } });
    expect((await egress.fetch(`http://rebind.example${port}/`, options)).status).toBe(200);
    expect(lookup).toHaveBeenCalledTimes(1);
    await refusal(egress.fetch(`http://rebind.example${port}/`, options));
    expect(hits).toBe(1);
  });

  it("rejects bodies that are too long, too slow or compressed", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/packed") response.setHeader("content-encoding", "gzip");
      if (request.url === "/slow") response.write("x");
      else response.end("x".repeat(request.url === "/long" ? 1001 : 1000));
    });
    const { egress } = egressTo(allowed, ["site.example"]);
    const at = (path: string) => `http://site.example${port}${path}`;
    expect((await egress.fetch(at("/fits"), options)).body.length).toBe(1000);
    await refusal(egress.fetch(at("/long"), options));
    await refusal(egress.fetch(at("/packed"), options));
    await refusal(egress.fetch(at("/slow"), { ...options, timeoutMs: 50 }));
  });
});

describe("DNS lookups", () => {
  it("sorts the records and treats failures as none", async () => {
    const egress = createEgress({
      allowedPrivateHosts: [],
      dns: {
        mx: async (domain) => {
          if (domain !== "a.example") throw new Error("ENOTFOUND");
          return [
            { exchange: "second", priority: 20 },
            { exchange: "first", priority: 10 },
          ];
        },
        srv: async () => [
          { name: "light", port: 993, priority: 1, weight: 1 },
          { name: "heavy", port: 993, priority: 1, weight: 9 },
          { name: ".", port: 0, priority: 0, weight: 0 },
        ],
      },
    });
    expect(await egress.mailExchangers("a.example")).toEqual(["first", "second"]);
    expect(await egress.mailExchangers("b.example")).toEqual([]);
    expect(await egress.services("_imaps._tcp.a.example")).toEqual([
      { host: "heavy", port: 993 },
      { host: "light", port: 993 },
    ]);
  });
});
