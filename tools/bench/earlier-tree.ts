import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** The root folder of this tree. */
export const root = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A commit, checked out into a separate folder. */
export interface EarlierTree extends AsyncDisposable {
  dir: string;
  /** The commit's short hash and subject. */
  name: string;
}

/** Checks out a commit into a temporary folder, with packages. Throws if Git does not know the commit. */
export async function checkOut(commit: string): Promise<EarlierTree> {
  const parent = await mkdtemp(path.join(tmpdir(), "inlet-earlier-"));
  const dir = path.join(parent, "inlet");
  await using starting = new AsyncDisposableStack();
  starting.defer(() => rm(parent, { recursive: true, force: true }));
  await git("worktree", "add", "--detach", dir, commit);
  starting.defer(async () => void (await git("worktree", "remove", "--force", dir)));
  const name = await git("log", "-1", "--format=%h %s", commit);
  if ((await lockfile(dir)) === (await lockfile(root))) await linkPackages(dir);
  else install(dir);
  const resources = starting.move();
  return { dir, name, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Returns the newest commit that is at least a day older than the current one. */
export async function commitOfTheDayBefore(): Promise<string> {
  const seconds = Number(await git("log", "-1", "--format=%ct"));
  const commit = await git("rev-list", "-1", `--before=${seconds - 86_400}`, "HEAD");
  if (commit === "") throw new Error("No commit is a day old: name one with --base.");
  return commit;
}

async function git(...words: string[]): Promise<string> {
  return (await run("git", words, { cwd: root })).stdout.trim();
}

function lockfile(dir: string): Promise<string> {
  return readFile(path.join(dir, "package-lock.json"), "utf8");
}

function install(dir: string): void {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: dir,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`npm ci failed in ${dir}.`);
}

/**
 * Links each package. node_modules as a whole cannot be a link, because the workspaces must be those of the checked-out tree.
 */
async function linkPackages(dir: string): Promise<void> {
  const [from, to] = [path.join(root, "node_modules"), path.join(dir, "node_modules")];
  await mkdir(path.join(to, "@inlet"), { recursive: true });
  for (const workspace of ["contract", "server", "web"]) {
    await symlink(path.join(dir, workspace), path.join(to, "@inlet", workspace));
  }
  for (const name of await readdir(from)) {
    if (name === "@inlet" || name === ".cache") continue;
    await symlink(path.join(from, name), path.join(to, name));
  }
}
