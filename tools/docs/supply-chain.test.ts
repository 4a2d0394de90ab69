import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { judge } from "../advisories.ts";
import { billOfMaterials, nameAt, readLockfile } from "../sbom.ts";

const root = path.join(import.meta.dirname, "../..");
const lockfile = readLockfile();
const installed = Object.entries(lockfile.packages).filter(
  ([place, { link }]) => place.includes("node_modules/") && !link,
);

test("only Node's own package has an install script", () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.map(([place]) => nameAt(place))).toEqual(["node"]);
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    allowScripts: Record<string, boolean>;
  };
  expect(allowScripts).toEqual({ node: true });
});

test("every package comes from the registry, in an exact version, with a hash of its content", () => {
  for (const [place, { resolved, integrity, version }] of installed) {
    // Without `resolved`, npm uses the registry.
    expect([place, resolved ?? "https://registry.npmjs.org/"]).toEqual([
      place,
      expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
    ]);
    expect([place, integrity]).toEqual([place, expect.stringMatching(/^sha512-/)]);
    expect([place, version]).toEqual([place, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  }
  for (const folder of ["", "contract", "server", "web"]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(path.join(root, folder, "package.json"), "utf8"),
    ) as Record<"dependencies" | "devDependencies", Record<string, string> | undefined>;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^(\d+\.\d+\.\d+[\w.-]*|\*)$/)]);
    }
  }
});

test("the bill of materials lists every package once, with hash and license, and is reproducible", () => {
  const bill = billOfMaterials(lockfile);
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  expect(named.size).toBe(bill.components.length);
  const missing = installed.filter(
    ([place, { version }]) => !named.has(`${nameAt(place)}@${version}`),
  );
  expect(missing).toEqual([]);
  const fastify = bill.components.find(({ name }) => name === "fastify");
  expect(fastify).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@5\./),
    scope: "required",
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(bill.components.find(({ name }) => name === "vitest")?.scope).toBe("excluded");
  const withoutHash = bill.components.filter(({ hashes }) => hashes.length === 0);
  expect(withoutHash).toEqual([]);
  expect(billOfMaterials(lockfile)).toEqual(bill);
});

test("an advisory is serious if it affects code at runtime, and a missing report does not count as safe", () => {
  const report = (name: string, severity: string) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: {
        [name]: {
          name,
          severity,
          isDirect: true,
          range: "*",
          nodes: [`node_modules/${name}`],
          via: [{ source: 1, name, title: "A hole", url: "https://example.org/1", severity }],
        },
      },
    });
  expect(judge(report("fastify", "high"), lockfile)).toEqual({
    state: "found",
    findings: [
      {
        name: "fastify",
        severity: "high",
        runs: true,
        title: "A hole",
        url: "https://example.org/1",
      },
    ],
  });
  expect(judge(report("fastify", "low"), lockfile)).toMatchObject({ state: "clear" });
  expect(judge(report("vitest", "critical"), lockfile)).toMatchObject({
    state: "clear",
    findings: [{ runs: false }],
  });
  expect(judge(JSON.stringify({ vulnerabilities: {} }), lockfile)).toEqual({
    state: "clear",
    findings: [],
  });
  for (const silent of ["", "{}", JSON.stringify({ message: "405 Method Not Allowed" })]) {
    expect(judge(silent, lockfile)).toMatchObject({ state: "unknown" });
  }
});

test("a malicious install script does not run when Inlet is installed as in the guide or by `npm start`", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-planted-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const mark = path.join(dir, "it-ran");
  const write = async (folder: string, content: object) => {
    await mkdir(path.join(dir, folder), { recursive: true });
    await writeFile(path.join(dir, folder, "package.json"), JSON.stringify(content));
  };
  const script = `node -e "require('fs').writeFileSync(process.env.MARK, 'x')"`;
  await write("planted", { name: "planted", version: "1.0.0", scripts: { postinstall: script } });
  await write("node", { name: "node", version: "1.0.0", scripts: { preinstall: script } });
  await write("app", {
    name: "app",
    version: "1.0.0",
    dependencies: { planted: "file:../planted-1.0.0.tgz", node: "file:../node-1.0.0.tgz" },
  });
  const npm = (folder: string, ...words: string[]) => {
    const { status, stderr } = spawnSync("npm", words, {
      cwd: path.join(dir, folder),
      env: { PATH: process.env["PATH"], HOME: dir, MARK: mark },
      encoding: "utf8",
    });
    expect([words, status, stderr]).toEqual([words, 0, expect.anything()]);
  };
  npm("", "pack", "./planted", "./node");
  npm("app", "install", "--package-lock-only", "--offline", "--ignore-scripts");
  // The arguments in tools/start.mjs, plus `--offline`.
  const start = readFileSync(path.join(root, "tools/start.mjs"), "utf8");
  const calls = Array.from(start.matchAll(/"npm", \[([^\]]+)\]/g), ([, words = ""]) =>
    Array.from(words.matchAll(/"([^"]+)"/g), ([, word = ""]) => word),
  );
  expect(calls.map((words) => words.join(" "))).toEqual([
    "ci --ignore-scripts --no-audit --no-fund",
    "rebuild node",
  ]);
  npm("app", ...(calls[0] ?? []), "--offline");
  expect(existsSync(path.join(dir, "app/node_modules/planted/package.json"))).toBe(true);
  expect(existsSync(mark)).toBe(false);
  // The second command runs the script of Node's own package, and no other.
  npm("app", ...(calls[1] ?? []));
  expect(existsSync(mark)).toBe(true);
  await rm(mark);
  npm("app", "rebuild", "planted");
  expect(existsSync(mark)).toBe(true);
  const guide = readFileSync(path.join(root, "docs/self-hosting.md"), "utf8");
  for (const line of guide.match(/\bnpm ci\b.*/g) ?? []) expect(line).toContain("--ignore-scripts");
});
