/**
 * Builds the page into web/dist (the app, the scripts that must be classic ones, and their compressed copies), and the server
 * into server/dist.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  defaultLanguage,
  directionOf,
  type Language,
  languageNames,
  pageFile,
} from "@inlet/contract/languages.ts";
import { buildServer } from "./build-server.ts";
import { filesOf, type Manifest } from "./bundle-size.ts";
import { readyToPaint } from "./first-paint.ts";

const web = path.join(import.meta.dirname, "../web");
const dist = path.join(web, "dist");
const vitePackage = createRequire(path.join(web, "package.json")).resolve("vite/package.json");
const others = languageNames.filter((name) => name !== defaultLanguage);
export const viteBin = path.join(path.dirname(vitePackage), "bin/vite.js");

async function build(config: string, env: Record<string, string> = {}): Promise<void> {
  const args = [viteBin, "build", "--config", config, "--logLevel", "warn"];
  const child = spawn(process.execPath, args, {
    cwd: web,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vite build --config ${config} ended with ${code}`);
}

/** Builds only the classic scripts, which Vite's dev server cannot serve. */
export async function buildClassicScripts(): Promise<void> {
  await build("vite.classic.config.ts", { CLASSIC: "theme-boot" });
  if (existsSync(path.join(web, "frame/frame.ts"))) {
    await build("vite.classic.config.ts", { CLASSIC: "mail-frame" });
  }
}

/** Adds the version of the mail frame to its URL in the page, so the browser can cache it permanently. */
async function nameMailFrame(): Promise<void> {
  const index = path.join(dist, "index.html");
  const version = hashOf([await readFile(path.join(dist, "mail-frame.html"))]);
  const page = await readFile(index, "utf8");
  await writeFile(index, page.replace("/mail-frame.html", `/mail-frame.html?v=${version}`));
}

/** Lists in the page the files of /app beyond those that every page needs. */
async function nameAppParts(): Promise<void> {
  const index = path.join(dist, "index.html");
  // Safe: Vite writes this file in this shape.
  const manifest = JSON.parse(
    await readFile(path.join(dist, ".vite/manifest.json"), "utf8"),
  ) as Manifest;
  const common = filesOf(manifest, ["index.html"], "js");
  const parts = filesOf(manifest, ["screens/shell/shell.tsx", "screens/mail/mail.tsx"], "js")
    .filter((file) => !common.includes(file))
    .map((file) => `/${file}`);
  const page = await readFile(index, "utf8");
  await writeFile(
    index,
    page.replace('name="app-parts" content=""', `name="app-parts" content="${parts.join(" ")}"`),
  );
}

/** Builds the service worker. It caches everything except fonts for other scripts, which are cached on first use. */
async function buildServiceWorker(): Promise<void> {
  const all = (await readdir(dist, { recursive: true })).toSorted();
  const needed = all.filter((file) =>
    /^assets.*\.(js|css|svg)$|^assets.inter-latin-wght|^theme-boot\.js$|\.webmanifest$|^icon/.test(
      file,
    ),
  );
  const contents = await Promise.all(
    ["index.html", ...needed].map((file) => readFile(path.join(dist, file))),
  );
  await build("vite.classic.config.ts", {
    CLASSIC: "service-worker",
    BUILD_NAME: JSON.stringify(hashOf(contents)),
    BUILD_FILES: JSON.stringify(needed.map((file) => `/${file.split(path.sep).join("/")}`)),
  });
}

function hashOf(contents: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
}

/** Returns the file of a language. File names are in lower case. */
function languageFile(language: Language): string {
  return path.join(dist, `languages/${language.toLowerCase()}.js`);
}

/** Builds one file for each language but English. The pages refer to each by its version, so a browser can cache it forever. */
async function buildLanguages(): Promise<void> {
  for (const language of others)
    await build("vite.languages.config.ts", { PAGE_LANGUAGE: language });
}

/** Writes the URL of the language files into a page. */
async function nameLanguages(name: string): Promise<void> {
  const files = others.map((language) => readFile(languageFile(language)));
  const address = `/languages/*.js?v=${hashOf(await Promise.all(files))}`;
  const page = path.join(dist, `${name}.html`);
  const source = "/texts/languages/*.ts";
  await writeFile(page, (await readFile(page, "utf8")).replace(source, address));
}

/** The exports of web/prerender.tsx. */
interface Prerendered {
  documentTexts: Record<PageName, Record<string, string>>;
  landingMarkup: (hasFigures: boolean) => string;
  privacyMarkup: () => string;
  signInMarkup: () => Promise<string>;
  frameMarkup: () => Promise<string>;
}

type PageName = "index" | "landing" | "login" | "privacy";

/**
 * Builds the public pages and prerenders them into their files, because users can then read them before scripts load, or without
 * scripts.
 */
async function buildPublicPages(): Promise<void> {
  await build("vite.landing.config.ts");
  await nameLanguages("landing");
  await build("vite.prerender.config.ts");
  await copyFile(path.join(dist, "index.html"), path.join(dist, "login.html"));
  const english = await prerendered(defaultLanguage);
  for (const language of others) await drawPages(language, await prerendered(language), english);
  // English comes last, because the pages of all languages are made from the same files.
  await drawPages(defaultLanguage, english, english);
  await rm(path.join(dist, ".prerender"), { recursive: true });
}

/**
 * Returns a program that prerenders pages in one language. Each language needs a separate program, because its catalogs are
 * evaluated once.
 */
async function prerendered(language: Language): Promise<Prerendered> {
  Object.assign(globalThis, { inletLanguage: undefined });
  if (language !== defaultLanguage) await import(languageFile(language));
  const program = path.join(dist, `.prerender/${language}`);
  await cp(path.join(dist, ".prerender/program"), program, { recursive: true });
  // Safe: web/prerender.tsx exports this.
  return (await import(path.join(program, "prerender.js"))) as Prerendered;
}

async function drawPages(
  language: Language,
  pages: Prerendered,
  english: Prerendered,
): Promise<void> {
  const draw = async (
    name: PageName,
    place: string,
    markup: string,
    { as = name, attribute = "" }: { as?: string; attribute?: string } = {},
  ) => {
    const file = path.join(dist, pageFile(as, language));
    const source = await readFile(path.join(dist, `${name}.html`), "utf8");
    const template = source.replace('<html lang="en"', (start) => `${start}${attribute}`);
    const texts = { english: english.documentTexts[name], own: pages.documentTexts[name] };
    const page = inLanguage(template, language, texts);
    if (markup.includes("<script")) throw new Error(`The page ${name} would need inline scripts.`);
    const whole = page.replace(place, () => markup);
    // The app is not readable without its scripts: they load at once, from files that the browser already has.
    await writeFile(file, name === "index" ? whole : await readyToPaint(whole, dist));
  };
  await draw("landing", "<!--landing-->", pages.landingMarkup(false), {
    as: "landing-without-figures",
    attribute: ' data-figures="off"',
  });
  await draw("landing", "<!--landing-->", pages.landingMarkup(true));
  await draw("privacy", "<!--privacy-->", pages.privacyMarkup());
  await draw("login", "<!--still-->", await pages.signInMarkup());
  await draw("index", "<!--still-->", await pages.frameMarkup());
}

/** Returns an HTML file with its language, its direction, and the texts that the file itself contains. */
function inLanguage(
  page: string,
  language: Language,
  texts: { english: Record<string, string>; own: Record<string, string> },
): string {
  let whole = page.replace('lang="en"', `lang="${language}" dir="${directionOf(language)}"`);
  for (const [name, text] of Object.entries(texts.english)) {
    if (!page.includes(text)) throw new Error(`No page says "${text}".`);
    whole = whole.replaceAll(text, () => texts.own[name] ?? text);
  }
  return whole;
}

// Compresses the files at build time, because that costs the server nothing per visit.
async function compress(): Promise<void> {
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) continue;
    const bytes = await readFile(path.join(dist, file));
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, best),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await writeFile(path.join(dist, `${file}.br`), br);
    await writeFile(path.join(dist, `${file}.gz`), gz);
  }
}

if (import.meta.main) {
  await build("vite.config.ts");
  await buildClassicScripts();
  await buildLanguages();
  await nameLanguages("index");
  await nameMailFrame();
  await nameAppParts();
  await buildServiceWorker();
  // Must run after the service worker is built, because the service worker must not cache these pages.
  await buildPublicPages();
  await compress();
  await buildServer();
}
