import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Thrown if something is not available on this machine; the message is shown to the user of the command. */
export class Missing extends Error {}

/** Debian packages, unpacked into a separate folder. */
export interface Unpacked {
  /** A root directory for chroot. */
  root: string;
  /** Debian's version of each package. */
  versions: Record<string, string>;
}

const cache = path.join(import.meta.dirname, "../../node_modules/.cache/inlet-interop");

/** User ids that own the files inside; the servers switch to these. */
const people = { root: 0, mail: 8, cyrus: 60, courier: 61, nobody: 65_534 };

/**
 * Unpacks the packages and the libraries that they need. Nothing is installed, because neither Debian package can be installed
 * beside Dovecot. Throws Missing where that is not possible.
 */
export async function unpack(packages: readonly string[]): Promise<Unpacked> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new Missing(
      "npm run interop needs root on Linux: it starts servers in a root of their own.",
    );
  }
  for (const program of ["apt-get", "apt-cache", "dpkg-deb", "unshare", "chroot"]) {
    await run("sh", ["-c", `command -v ${program}`]).catch((cause: unknown) => {
      const message = `npm run interop needs ${program}, as Debian and Ubuntu have it.`;
      throw new Missing(message, { cause });
    });
  }
  // Each list of packages has a separate root.
  const key = createHash("sha256").update(packages.join()).digest("hex").slice(0, 12);
  const files = path.join(cache, key, "packages");
  const root = path.join(cache, key, "root");
  if (!(await exists(root))) {
    await rm(files, { recursive: true, force: true });
    await mkdir(files, { recursive: true });
    await download(packages, files);
    const fresh = await mkdtemp(path.join(cache, key, "unpacking-"));
    await lay(files, fresh);
    await rename(fresh, root);
  }
  return { root, versions: await versionsIn(files, packages) };
}

async function download(packages: readonly string[], cwd: string): Promise<void> {
  const fetch = async () => {
    const all = await withLibraries(packages);
    await run("apt-get", ["--quiet", "download", ...all], { cwd });
  };
  try {
    await fetch();
  } catch {
    // The package lists are missing or name versions that the mirror no longer has.
    await run("apt-get", ["--quiet", "update"]).catch(() => undefined);
    await fetch().catch((cause: unknown) => {
      throw new Missing(
        "npm run interop needs a Debian mirror that has cyrus-imapd and courier-imap.",
        { cause },
      );
    });
  }
}

/**
 * Returns the packages and the libraries that they need, without mail servers for delivery, Perl and debconf, which are not used.
 */
async function withLibraries(packages: readonly string[]): Promise<string[]> {
  const no = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
  const flags = ["--recurse", ...no.map((what) => `--no-${what}`)];
  const dependencies = await run("apt-cache", ["depends", ...flags, ...packages], {
    maxBuffer: 2 ** 26,
  });
  const needs = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of dependencies.stdout.split("\n")) {
    const [, needed] = /^[ |]+(?:Pre)?Depends: (\S+)/.exec(line) ?? [];
    if (needed !== undefined) current.push(needed);
    else if (/^\S/.test(line)) needs.set(line, (current = []));
  }
  const all = new Set(packages);
  for (const name of all) {
    for (const needed of needs.get(name) ?? []) {
      if (/^(lib|zlib)/.test(needed) && !needed.includes("perl")) all.add(needed);
    }
  }
  return [...all];
}

/** Creates a root with all packages, and with the files that their installation scripts would have created. */
async function lay(files: string, root: string): Promise<void> {
  for (const directory of ["dev", "proc", "run", "srv", "tmp", "etc", "usr/bin", "usr/lib"]) {
    await mkdir(path.join(root, directory), { recursive: true });
  }
  // Packages rely on a merged /usr, which every Debian has since 12.
  for (const name of ["bin", "lib", "lib64", "sbin"]) {
    await mkdir(path.join(root, "usr", name), { recursive: true });
    await symlink(`usr/${name}`, path.join(root, name));
  }
  for (const file of await readdir(files)) {
    // Unlike dpkg-deb -x, tar follows these links instead of replacing them.
    const tar = `dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"`;
    await run("sh", ["-c", tar, "sh", path.join(files, file), root]);
  }
  const entries = Object.entries(people);
  const passwd = entries.map(([name, id]) => `${name}:x:${id}:${id}::/srv:/bin/sh\n`);
  await writeFile(path.join(root, "etc/passwd"), passwd.join(""));
  await writeFile(
    path.join(root, "etc/group"),
    entries.map(([name, id]) => `${name}:x:${id}:\n`).join(""),
  );
  await writeFile(path.join(root, "etc/hosts"), "127.0.0.1 localhost\n");
}

async function versionsIn(
  files: string,
  packages: readonly string[],
): Promise<Record<string, string>> {
  const found = (await readdir(files)).map((file) => file.split("_"));
  return Object.fromEntries(
    found.flatMap(([name = "", version = ""]) =>
      packages.includes(name) ? [[name, decodeURIComponent(version)]] : [],
    ),
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
