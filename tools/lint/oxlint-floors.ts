/** Lint rule "inlet/floors": a file may only import from the layers that tools/lint/floors.ts allows. */
import path from "node:path";
import { floors, testOnly } from "./floors.ts";

const root = path.resolve(import.meta.dirname, "../..");

// A layer that imports a later one could create a cycle, so the table itself is checked first.
const order = Object.keys(floors);
for (const [floor, allowed] of Object.entries(floors)) {
  const later = allowed.find((name) => order.indexOf(name) >= order.indexOf(floor));
  if (later)
    throw new Error(`tools/lint/floors.ts: ${floor} names ${later}, which is not below it.`);
}

interface Place {
  floor: string;
  folder: string;
}

function placeOf(file: string): Place | undefined {
  const parts = path
    .relative(root, file)
    .replace(/(\.test)?\.tsx?$/, "")
    .split(path.sep);
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    const row = [...parts.slice(0, depth - 1), "*"].join("/");
    for (const floor of [folder, row]) {
      if (floor in floors || testOnly.includes(floor)) return { floor, folder };
    }
  }
}

function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith(".")) return path.resolve(path.dirname(from), specifier);
  if (specifier.startsWith("@inlet/")) return path.join(root, specifier.slice("@inlet/".length));
  const workspace = path.relative(root, from).split(path.sep)[0]!;
  if (specifier.startsWith("#/")) return path.join(root, workspace, specifier.slice("#/".length));
}

function mayImport(here: Place, there: Place): boolean {
  if (here.folder === there.folder || testOnly.includes(here.floor)) return true;
  return floors[here.floor]!.some((allowed) =>
    allowed.endsWith("/*")
      ? there.folder.startsWith(allowed.slice(0, -1))
      : there.folder === allowed,
  );
}

const rule = {
  create(context: { filename: string; report: (problem: object) => void }) {
    const here = placeOf(context.filename);
    const isTest = /\.test\.tsx?$/.test(context.filename);
    const checkImport = ({ source }: { source?: { value?: unknown } | null }) => {
      const file = typeof source?.value === "string" && fileOf(source.value, context.filename);
      const there = file ? placeOf(file) : undefined;
      if (!here || !there || mayImport(here, there)) return;
      if (isTest && testOnly.includes(there.floor)) return;
      const message = `${here.folder} may not import ${there.folder} (tools/lint/floors.ts).`;
      context.report({ node: source, message });
    };
    return {
      Program(node: object) {
        if (!here)
          context.report({ node, message: "No floor holds this file (tools/lint/floors.ts)." });
      },
      ImportDeclaration: checkImport,
      ImportExpression: checkImport,
      ExportNamedDeclaration: checkImport,
      ExportAllDeclaration: checkImport,
    };
  },
};

export default { meta: { name: "inlet" }, rules: { floors: rule } };
