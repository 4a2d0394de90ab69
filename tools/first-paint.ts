/** Puts everything that a prerendered page needs for its first paint into the page itself; its scripts load after that. */
import { readFile } from "node:fs/promises";
import path from "node:path";

/** Returns the page with its style sheet and the script for the first paint inlined. */
export async function readyToPaint(page: string, dist: string): Promise<string> {
  const boot = await readFile(path.join(dist, "theme-boot.js"), "utf8");
  // A script must not contain text that looks like markup. As an escape it means the same in a string and in a regular
  // expression.
  const inline = boot.trim().replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3C`);
  let whole = late(page).replace(
    /<script\s+src="\/theme-boot\.js"><\/script>/,
    () => `<script>${inline}</script>`,
  );
  for (const [link, file = ""] of whole.matchAll(
    /<link rel="stylesheet" [^>]*href="\/([^"]+\.css)">/g,
  )) {
    const style = await readFile(path.join(dist, file), "utf8");
    if (style.includes("</style")) throw new Error(`${file} cannot stand in a page.`);
    // Vite's loader fetches the style sheet of a module unless the page names it; a disabled one is not fetched.
    const named = `<link rel="stylesheet" href="/${file}" disabled>`;
    whole = whole.replace(link, () => `<style>${style.trim()}</style>\n    ${named}`);
  }
  return whole;
}

/** Removes the page's own scripts and names them in a meta element; theme-boot.ts fetches them after the first paint. */
function late(page: string): string {
  const entry = /\s*<script type="module" [^>]*src="([^"]+)"><\/script>/.exec(page);
  if (!entry?.[1]) return page;
  const parts = [...page.matchAll(/\s*<link rel="modulepreload" [^>]*href="([^"]+)">/g)];
  const files = [entry[1], ...parts.map(([, file = ""]) => file)];
  return [entry[0], ...parts.map(([link]) => link)]
    .reduce((rest, tag) => rest.replace(tag, ""), page)
    .replace("</title>", `</title>\n    <meta name="late-scripts" content="${files.join(" ")}" />`);
}
