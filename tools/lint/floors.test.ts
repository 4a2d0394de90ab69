import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
let house = "";

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), "inlet-floors-"));
  cpSync(path.join(root, ".oxlintrc.json"), path.join(house, ".oxlintrc.json"));
  const plugins = readdirSync(import.meta.dirname).filter((name) =>
    /^oxlint-.*(?<!\.test)\.ts$/.test(name),
  );
  for (const name of ["lint/floors.ts", "linear-regex", ...plugins.map((name) => `lint/${name}`)]) {
    cpSync(path.join(root, "tools", name), path.join(house, "tools", name), { recursive: true });
  }
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Lints one file at this path and returns the linter's output. */
function lint(file: string, source: string): { code: number | null; output: string } {
  const full = path.join(house, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, source);
  const { status, stdout, stderr } = spawnSync(
    path.join(root, "node_modules/.bin/oxlint"),
    ["--config", ".oxlintrc.json", file],
    { cwd: house, encoding: "utf8" },
  );
  rmSync(full);
  return { code: status, output: stdout + stderr };
}

test.each([
  ["server/wire/peek.ts", 'import { rows } from "#/store/rows.ts";', "server/store"],
  ["server/http/peek.ts", 'export const late = import("#/store/rows.ts");', "server/store"],
  ["web/state/peek.ts", 'export { hash } from "@inlet/server/auth/hash.ts";', "server/auth"],
  [
    "web/features/reader/peek.ts",
    'import { open } from "../compose/open.ts";',
    "web/features/compose",
  ],
  ["server/mail/peek.ts", 'import { user } from "#/testing/user.ts";', "server/testing"],
])("%s may not import another layer: %s", (file, source, floor) => {
  const { code, output } = lint(file, `${source}\n`);
  expect(output).toContain(`may not import ${floor}`);
  expect(code).not.toBe(0);
});

test("a file outside every layer is refused", () => {
  const { code, output } = lint("server/attic/peek.ts", "export const dust = 1;\n");
  expect(output).toContain("No floor holds this file");
  expect(code).not.toBe(0);
});

test("accepts an import that the table allows", () => {
  const source = 'import { toWords } from "#/store/rows.ts";\nexport const words = toWords;\n';
  expect(lint("server/mail/peek.ts", source).code).toBe(0);
});

test.each([
  ["as content", "export const Peek = () => <p>Nothing here</p>;"],
  [
    "as content of an expression",
    'export const Peek = (is: boolean) => <p>{is ? "On" : null}</p>;',
  ],
  ["in what is read out", 'export const Peek = () => <p aria-label="Files" />;'],
  [
    "in a template that is read out",
    "export const Peek = (n: number) => <p title={`${n} files`} />;",
  ],
  ["as a sentence anywhere", 'export const peek = { why: "It could not be opened." };'],
])("text for users belongs in a catalog, not %s", (_, source) => {
  const { code, output } = lint("web/features/reader/peek.tsx", `${source}\n`);
  expect(output).toContain("texts(spelled-once)");
  expect(code).not.toBe(0);
  expect(
    lint("web/features/reader/peek-texts.ts", 'export const text = "It is."\n').output,
  ).not.toContain("spelled-once");
});

test("accepts strings that are not text in places where text is shown", () => {
  const source = 'export const Peek = () => <p title="px-3" className="Not shown">· {"k"}</p>;';
  expect(lint("web/features/reader/peek.tsx", `${source}\n`).output).not.toContain("spelled-once");
});
