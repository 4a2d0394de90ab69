/** Puts everything that a prerendered page needs for its first paint into the page itself; its scripts load after that. */
import { readFile } from "node:fs/promises";
import path from "node:path";

/** The page with its style sheet and the script that comes before the first paint inside. */
export async function readyToPaint(page: string, dist: string): Promise<string> {
  const boot = await readFile(path.join(dist, "theme-boot.js"), "utf8");
  // Nothing in a script may look like markup; as an escape it is the same in a text and in a regular expression.
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
    // Vite's loader fetches a style sheet with what needs it unless the page names it; a disabled one is not fetched.
    const named = `<link rel="stylesheet" href="/${file}" disabled>`;
    whole = whole.replace(link, () => `<style>${style.trim()}</style>\n    ${named}`);
  }
  return whole;
}

/** Names the page's own scripts, which theme-boot.ts fetches after the paint, instead of asking for them at once. */
function late(page: string): string {
  const entry = /\s*<script type="module" [^>]*src="([^"]+)"><\/script>/.exec(page);
  if (!entry?.[1]) return page;
  const parts = [...page.matchAll(/\s*<link rel="modulepreload" [^>]*href="([^"]+)">/g)];
  const files = [entry[1], ...parts.map(([, file = ""]) => file)];
  return [entry[0], ...parts.map(([link]) => link)]
    .reduce((rest, tag) => rest.replace(tag, ""), page)
    .replace("</title>", `</title>\n    <meta name="late-scripts" content="${files.join(" ")}" />`);
}
