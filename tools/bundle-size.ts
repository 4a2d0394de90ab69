/** Measures how much JavaScript and CSS a visitor fetches before a page is usable, from the build's own manifest. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** The part of an entry in Vite's manifest that is read here. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, Chunk>;

type Kind = "js" | "css";

/** Maximum gzip size of each page, and the modules that it needs to render. */
export const pageBudgets: readonly {
  page: string;
  kind: Kind;
  /** The app and the landing page are separate builds. */
  build: "manifest" | "landing";
  modules: string[];
  maxBytes: number;
}[] = [
  { page: "/", kind: "js", build: "landing", modules: ["landing.html"], maxBytes: 105_000 },
  { page: "/", kind: "css", build: "landing", modules: ["landing.html"], maxBytes: 14_000 },
  {
    page: "/login",
    kind: "js",
    build: "manifest",
    modules: ["index.html", "screens/sign-in.tsx"],
    maxBytes: 108_000,
  },
  {
    page: "/signup",
    kind: "js",
    build: "manifest",
    modules: ["index.html", "screens/sign-up.tsx"],
    maxBytes: 108_000,
  },
  {
    page: "/app",
    kind: "js",
    build: "manifest",
    modules: ["index.html", "screens/shell/shell.tsx", "screens/mail/mail.tsx"],
    maxBytes: 160_000,
  },
];

/** Returns the files that `modules` load immediately: their own and those of all static imports. */
export function filesOf(manifest: Manifest, modules: readonly string[], kind: Kind): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  const files = [...seen].flatMap((name) => [
    manifest[name]?.file ?? "",
    ...(manifest[name]?.css ?? []),
  ]);
  return [...new Set(files)].filter((file) => file.endsWith(`.${kind}`));
}

/** Returns the gzip size of each page's first load in `dist`. */
export async function measurePages(
  dist: string,
): Promise<{ page: string; kind: Kind; bytes: number; maxBytes: number }[]> {
  const sizeOf = async (file: string) =>
    gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
  return Promise.all(
    pageBudgets.map(async ({ page, kind, build, modules, maxBytes }) => {
      const text = await readFile(path.join(dist, `.vite/${build}.json`), "utf8");
      // Safe: Vite writes this file in this shape.
      const manifest = JSON.parse(text) as Manifest;
      const all = await Promise.all(filesOf(manifest, modules, kind).map(sizeOf));
      return { page, kind, bytes: all.reduce((sum, size) => sum + size, 0), maxBytes };
    }),
  );
}

if (import.meta.main) {
  for (const { page, kind, bytes, maxBytes } of await measurePages("web/dist")) {
    const state = bytes <= maxBytes ? "met" : "MISSED";
    process.stdout.write(
      `${page.padEnd(8)} ${kind.padEnd(4)} ${bytes} of ${maxBytes} bytes  ${state}\n`,
    );
    if (bytes > maxBytes) process.exitCode = 1;
  }
}
