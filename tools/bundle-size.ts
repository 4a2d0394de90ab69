/** How much JavaScript a visitor fetches before a page is there, read from the build's own manifest. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** One file of Vite's manifest, as far as it is read here. */
interface Chunk {
  file: string;
  imports?: string[];
}

export type Manifest = Record<string, Chunk>;

/** What each page may weigh, gzip, and the modules it cannot be shown without. */
export const pageBudgets: readonly { page: string; modules: string[]; maxBytes: number }[] = [
  { page: "/login", modules: ["index.html", "screens/sign-in.tsx"], maxBytes: 108_000 },
  { page: "/signup", modules: ["index.html", "screens/sign-up.tsx"], maxBytes: 108_000 },
  {
    page: "/app",
    modules: ["index.html", "screens/shell/shell.tsx", "screens/mail/mail.tsx"],
    maxBytes: 160_000,
  },
];

/** The files that `modules` need at once: themselves and whatever they import statically. */
export function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of modules) visit(name);
  return [...new Set([...seen].map((name) => manifest[name]?.file ?? ""))].filter((file) =>
    file.endsWith(".js"),
  );
}

/** The gzip size of every page's first load in `dist`. */
export async function measurePages(
  dist: string,
): Promise<{ page: string; bytes: number; maxBytes: number }[]> {
  const text = await readFile(path.join(dist, ".vite/manifest.json"), "utf8");
  // Safe: Vite writes this file itself, in this shape.
  const manifest = JSON.parse(text) as Manifest;
  const sizes = new Map<string, number>();
  const sizeOf = async (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  return Promise.all(
    pageBudgets.map(async ({ page, modules, maxBytes }) => {
      const all = await Promise.all(filesOf(manifest, modules).map((file) => sizeOf(file)));
      return { page, bytes: all.reduce((sum, size) => sum + size, 0), maxBytes };
    }),
  );
}

if (import.meta.main) {
  for (const { page, bytes, maxBytes } of await measurePages("web/dist")) {
    const state = bytes <= maxBytes ? "met" : "MISSED";
    process.stdout.write(`${page.padEnd(8)} ${bytes} of ${maxBytes} bytes  ${state}\n`);
    if (bytes > maxBytes) process.exitCode = 1;
  }
}
