import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// Debian installs daemons outside the PATH of an ordinary user.
const directories = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];

/** Returns the path of a program, or undefined. */
export function findExecutable(...names) {
  for (const name of names) {
    for (const directory of directories) {
      const file = path.join(directory, name);
      if (directory && existsSync(file)) return file;
    }
  }
  return undefined;
}

function hasPostgres() {
  if (findExecutable("postgres")) return true;
  const home = "/usr/lib/postgresql";
  return (
    existsSync(home) &&
    readdirSync(home).some((version) => existsSync(path.join(home, version, "bin/postgres")))
  );
}

function hasFont(file, language) {
  if (existsSync(file)) return true;
  const list = spawnSync("fc-list", [language, "family"], { encoding: "utf8" });
  return list.status === 0 && list.stdout.trim() !== "";
}

/** The system programs and fonts that the tests need, each with its Debian package. */
const needs = [
  {
    what: "Dovecot, the IMAP server",
    package: "dovecot-imapd",
    isThere: () => findExecutable("dovecot") !== undefined && existsSync(imapPlugin()),
  },
  {
    what: "Chromium (or CHROMIUM_PATH naming one)",
    package: "chromium",
    isThere: () =>
      process.env.CHROMIUM_PATH
        ? existsSync(process.env.CHROMIUM_PATH)
        : findExecutable("chromium", "chromium-browser") !== undefined,
  },
  {
    // With it the tests need a third less processor time; without it the full Chromium is used.
    isOptional: true,
    what: "Chromium's headless shell",
    package: "chromium-headless-shell",
    isThere: () =>
      Boolean(process.env.CHROMIUM_PATH) || existsSync("/usr/bin/chromium-headless-shell"),
  },
  {
    what: "PostgreSQL 15 or newer (the server's programs)",
    package: "postgresql",
    isThere: hasPostgres,
  },
  {
    what: "a font with Chinese, Japanese and Korean",
    package: "fonts-noto-cjk",
    isThere: () => hasFont("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", ":lang=ja"),
  },
  {
    what: "a font with emoji",
    package: "fonts-noto-color-emoji",
    isThere: () => hasFont("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf", ":lang=und-zsye"),
  },
  {
    what: "Radicale, the calendar server",
    package: "radicale",
    isThere: () => findExecutable("radicale") !== undefined,
  },
  {
    what: "nginx, which the recipe for a proxy is for",
    package: "nginx-light",
    isThere: () => findExecutable("nginx") !== undefined,
  },
  {
    what: "OpenSSL's command",
    package: "openssl",
    isThere: () => findExecutable("openssl") !== undefined,
  },
];

// Debian ships the login part of IMAP in a separate package; elsewhere it is part of Dovecot.
function imapPlugin() {
  return existsSync("/usr/lib/dovecot") ? "/usr/lib/dovecot/imap-login" : "/";
}

function isOptional(need) {
  return need.isOptional === true;
}

function isDebian() {
  if (!existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
}

/**
 * Installs missing packages with apt if possible. Returns one sentence for each thing that is still missing; an empty list means
 * that the tests can run.
 */
export function installSystemPackages(print) {
  const missing = needs.filter((need) => !need.isThere());
  // Optional packages alone are not worth running apt for: systems without such a package would run it every time.
  if (missing.every(isOptional)) return [];
  if (isDebian() && process.getuid?.() === 0) {
    const namesOf = (needed) => needed.map((need) => need.package);
    print(`Installing ${namesOf(missing).join(", ")} …`);
    const apt = (...words) =>
      spawnSync("apt-get", ["-qq", ...words], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    apt("update");
    // Two commands: apt installs nothing at all if it does not know one of the names.
    const [requests, musts] = [
      missing.filter(isOptional),
      missing.filter((need) => !isOptional(need)),
    ];
    for (const names of [namesOf(musts), namesOf(requests)]) {
      if (names.length > 0) apt("install", "--yes", "--no-install-recommends", ...names);
    }
  }
  return needs
    .filter((need) => !isOptional(need) && !need.isThere())
    .map(
      (need) =>
        `Missing: ${need.what}. On Debian: apt-get install --no-install-recommends ${need.package}`,
    );
}
