import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Creates a separate worktree of the current commit, in an ignored folder below the root, and returns its path. A later call
 * updates it to the commit that is current then. Its packages are links to those of the root.
 */
export function openOwnTree(root: string): string {
  const tree = path.join(root, ".cache/mutants/tree");
  const git = (...words: string[]): string =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" });
  const commit = git("rev-parse", "HEAD").trim();
  if (existsSync(path.join(tree, ".git"))) {
    git("-C", tree, "checkout", "--quiet", "--force", "--detach", commit);
    git("-C", tree, "clean", "--quiet", "--force", "-d");
  } else {
    git("worktree", "prune");
    git("worktree", "add", "--quiet", "--force", "--detach", tree, commit);
  }
  const packages = path.join(tree, "node_modules");
  const list = ".package-lock.json";
  const textOf = (folder: string): string => readFileSync(path.join(folder, list), "utf8");
  const isCurrent =
    existsSync(path.join(packages, list)) &&
    textOf(packages) === textOf(path.join(root, "node_modules"));
  if (!isCurrent) {
    rmSync(packages, { recursive: true, force: true });
    copyLinked(path.join(root, "node_modules"), packages);
    // Files written in these folders must not reach the root's.
    for (const cache of [".cache", ".vite", ".vite-temp"]) {
      rmSync(path.join(packages, cache), { recursive: true, force: true });
    }
  }
  return tree;
}

/** Uses hard links if the file system and `cp` support them. */
function copyLinked(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}
