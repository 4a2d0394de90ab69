import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesIn, missingFiles, readFromRoot } from "./docs-page.ts";

const root = path.join(import.meta.dirname, "../..");
const page = readFromRoot("docs/security.md");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFromRoot("package.json"));
const rows = [
  ...Array.from({ length: 23 }, (_, at) => `S-${at + 1}`),
  "S-4b",
  ...Array.from({ length: 9 }, (_, at) => `R-${at + 1}`),
];
/** Texts set as code: paths, commands, and protocol keywords. */
const code = [...page.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

test("describes every row once: its threat, its defense, its test and the last figure", () => {
  const sections = page.split(/^### /m).slice(1);
  expect(sections.map((row) => row.split(":")[0]).toSorted()).toEqual(rows.toSorted());
  for (const row of sections) {
    for (const part of ["Threat", "Defence", "Shown by", "Figure"]) {
      expect(row.split(`- ${part}: `), row.split("\n")[0]).toHaveLength(2);
    }
  }
});

test("names only existing files, and a test or a command for each row", () => {
  const files = filesIn(page);
  expect(files.length).toBeGreaterThan(rows.length * 2);
  expect(missingFiles(files)).toEqual([]);
  const shown = [...page.matchAll(/- Shown by: ([\s\S]*?)- Figure/g)].map(([, text = ""]) => text);
  expect(shown.filter((text) => !/\.test\.ts`|`npm run /.test(text))).toEqual([]);
});

test("names only existing commands and existing parts of them", () => {
  const commands = code.filter((text) => text.startsWith("npm "));
  for (const command of commands) {
    const name = command === "npm test" ? "test" : /^npm run ([\w:]+)/.exec(command)?.[1];
    expect(scripts[name ?? ""], command).toBeDefined();
    const part = /--part ([\w-]+)/.exec(command)?.[1];
    const folder = name === "ai:eval" ? "ai-eval" : name;
    if (part) expect(partsIn(`tools/${folder}`), command).toContain(part);
  }
});

/** Returns the names of a tool's parts. */
function partsIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => {
      const text = readFromRoot(path.join(folder, name));
      return [...text.matchAll(/\bname: "([\w-]+)"/g)].map(([, part = ""]) => part);
    });
}
