import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { settingNames } from "../../server/config.ts";
import { programs } from "../build-server.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const nodeVersion: string = (JSON.parse(read("package.json")) as { dependencies: { node: string } })
  .dependencies.node;

/** The files that `node tools/build.ts` writes at a fixed path. */
const built = Object.keys(programs).map((name) => `server/dist/${name}.js`);

/** Variables that no process of Inlet reads: those of Docker, PostgreSQL and Node. */
const foreign = [
  "NODE_ENV",
  "COMPOSE_PROFILES",
  "POSTGRES_PASSWORD",
  "POSTGRES_USER",
  "POSTGRES_DB",
];
const known = new Set([...settingNames, ...foreign]);

/** Returns the names of variables that a text sets or reads. */
function variablesIn(text: string): string[] {
  const code = text.replaceAll(/^\s*#.*$/gm, "");
  const set = code.matchAll(
    /(?:^|[\s"({])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)(?=[=:}]|\}?-)/gm,
  );
  return [...new Set(Array.from(set, ([, name = ""]) => name))];
}

describe("the image", () => {
  const dockerfile = read("Dockerfile");

  test("runs on the Node version of the packages", () => {
    const images = Array.from(dockerfile.matchAll(/^ARG NODE_IMAGE=(\S+)$/gm), ([, name]) => name);
    expect(images).toEqual([`node:${nodeVersion}-bookworm-slim`]);
    const from = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, name]) => name);
    expect(from).toEqual(Array.from({ length: 3 }, () => "${NODE_IMAGE}"));
    expect(read(".nvmrc")).toBe(`${nodeVersion}\n`);
  });

  test("copies existing files and sets known variables", () => {
    const copies = Array.from(dockerfile.matchAll(/^COPY (?!--)(.+)$/gm), ([, line = ""]) => line);
    const sources = copies.flatMap((line) => line.split(" ").slice(0, -1));
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources)
      expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
    const set = /^ENV (.+)$/m.exec(dockerfile)?.[1]?.split(" ") ?? [];
    expect(set.length).toBeGreaterThan(3);
    for (const pair of set) expect(known).toContain(pair.split("=")[0]);
    const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
    expect(built).toContain(command.at(-1));
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  test("can back up and restore, with the client programs of compose's PostgreSQL version", () => {
    const major = /^ARG POSTGRES_MAJOR=(\d+)$/m.exec(dockerfile)?.[1];
    expect(read("compose.yaml")).toContain(`image: postgres:${major}-`);
    expect(dockerfile).toContain("postgresql-client-${POSTGRES_MAJOR}");
    expect(dockerfile).toMatch(/^RUN node tools\/build\.ts$/m);
    expect(dockerfile).toMatch(/^COPY --from=build \/inlet\/server\/dist server\/dist$/m);
    const guide = read("docs/self-hosting.md");
    const named = Array.from(
      guide.matchAll(/docker compose .*? inlet node (server\S+?)[\s`]/g),
      ([, at]) => at,
    );
    expect(named.toSorted()).toEqual(built.filter((at) => !at.endsWith("main.js")).toSorted());
  });

  test("installs only from the lockfile and runs no scripts of packages", () => {
    const installs = dockerfile.match(/^RUN npm .+$/gm) ?? [];
    expect(installs).toHaveLength(2);
    for (const line of installs) expect(line).toContain("npm ci --ignore-scripts");
  });

  test("copies every workspace of the lockfile, because npm would fail without them", () => {
    const workspaces = (JSON.parse(read("package.json")) as { workspaces: string[] }).workspaces;
    for (const workspace of workspaces) {
      const copied = dockerfile.split(`COPY ${workspace}/package.json ${workspace}/`).length - 1;
      expect([workspace, copied]).toEqual([workspace, 2]);
    }
  });

  test("excludes data, history and hidden files from the build context", () => {
    const ignored = read(".dockerignore").split("\n");
    for (const what of [".*", "data", "**/node_modules"]) expect(ignored).toContain(what);
  });
});

describe("compose", () => {
  const compose = read("compose.yaml");

  test("has a read-only root, no capabilities, and one volume for Inlet", () => {
    const inlet = compose.slice(
      compose.indexOf("  inlet:"),
      compose.indexOf("  postgres:\n    profiles"),
    );
    expect(inlet).toContain("read_only: true");
    expect(inlet).toMatch(/cap_drop:\n\s+- ALL/);
    expect(inlet).toContain("no-new-privileges:true");
    expect(inlet.match(/- data:\/data/g)).toHaveLength(1);
    expect(inlet).toContain('"127.0.0.1:3000:3000"');
  });

  test("names only known variables", () => {
    const named = variablesIn(compose);
    expect(named).toEqual(expect.arrayContaining(["INLET_TRUST_PROXY", "POSTGRES_PASSWORD"]));
    for (const name of named) expect(known).toContain(name);
  });
});

describe("compose with several processes", () => {
  const scale = read("compose.scale.yaml");
  const services = new Map(
    Array.from(
      scale.matchAll(/^ {2}([a-z]+\d?):\n((?: {4}.*\n)+)/gm),
      ([, name = "", text = ""]) => [name, text] as const,
    ),
  );

  test("has two web and two engine processes, and only the balancer can be reached", () => {
    const roles = Array.from(services, ([name, text]) => [
      name,
      /INLET_ROLE: (\w+)/.exec(text)?.[1],
    ]);
    expect(roles.filter(([, role]) => role !== undefined)).toEqual([
      ["inlet", "web"],
      ["web2", "web"],
      ["engine1", "engine"],
      ["engine2", "engine"],
    ]);
    for (const [name] of roles.filter(([, role]) => role !== undefined))
      expect([name, services.get(name ?? "")]).toEqual([
        name,
        expect.stringContaining("ports: !reset []"),
      ]);
    expect(scale.match(/^ *- "127\.0\.0\.1:3000:3000"$/gm)).toHaveLength(1);
    expect(services.get("balancer")).toContain('"127.0.0.1:3000:3000"');
    expect(services.get("postgres")).toContain("profiles: !reset []");
  });

  test("gives the web processes the addresses in the balancer's configuration", () => {
    const given = Array.from(scale.matchAll(/ipv4_address: (\S+)/g), ([, at = ""]) => `${at}:3000`);
    const balancer = read("deploy/balancer.conf");
    const asked = Array.from(balancer.matchAll(/^ *server (\S+) /gm), ([, at]) => at);
    expect(asked.filter((at) => at !== "{")).toEqual(given);
    expect(given).toHaveLength(2);
    expect(services.get("balancer")).toContain("./deploy/balancer.conf:");
  });

  test("names only known variables", () => {
    const named = variablesIn(scale);
    expect(named).toContain("INLET_ROLE");
    for (const name of named) expect(known).toContain(name);
    expect(read("docs/self-hosting.md")).toContain("-f compose.yaml -f compose.scale.yaml");
  });
});

describe("the systemd unit", () => {
  const unit = read("deploy/inlet.service");

  test("starts an existing file, with known variables", () => {
    const line = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "";
    const [binary = "", ...words] = line.split(" ");
    expect(existsSync(path.join(root, binary.replace("/opt/inlet/", "")))).toBe(true);
    expect(built).toContain(words.at(-1));
    const set = Array.from(unit.matchAll(/^Environment=(.+)$/gm), ([, pairs = ""]) =>
      pairs.split(" "),
    );
    expect(set.flat().length).toBeGreaterThan(1);
    for (const pair of set.flat()) expect(known).toContain(pair.split("=")[0]);
  });

  test("gives the server enough time to stop", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    // Must exceed the maximum of INLET_DRAIN_SECONDS plus the server's own timeout.
    expect(seconds).toBeGreaterThan(60 + 20);
    const grace = Number(/stop_grace_period: (\d+)s/.exec(read("compose.yaml"))?.[1]);
    expect(grace).toBe(seconds);
  });
});

test("the guide names every setting and no unknown ones", () => {
  const guide = read("docs/self-hosting.md");
  const missing = settingNames.filter((name) => !guide.includes(name));
  expect(missing).toEqual([]);
  const named = new Set(guide.match(/\bINLET_[A-Z0-9_]*[A-Z0-9]\b/g));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  for (const file of readdirSync(path.join(root, "deploy")))
    expect(guide).toContain(`deploy/${file}`);
});
