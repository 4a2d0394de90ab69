import { spawnSync } from "node:child_process";

/**
 * Returns the files that differ from `base`, including uncommitted and new ones. The default base is the commit at which the
 * branch diverged from its upstream or from main.
 */
export function changedFiles(root: string, base?: string): { base: string; files: string[] } {
  const from = base ?? mergeBase(root);
  const committed = git(root, ["diff", "--name-only", "-z", from, "--"]);
  const added = git(root, ["ls-files", "--others", "--exclude-standard", "-z"]);
  if (committed === undefined) throw new Error(`Git knows no commit ${from}.`);
  const files = `${committed}\0${added}`.split("\0").filter(Boolean);
  return { base: from, files: [...new Set(files)].toSorted() };
}

function mergeBase(root: string): string {
  for (const other of ["@{upstream}", "origin/main", "main"]) {
    const found = git(root, ["merge-base", "HEAD", other])?.trim();
    if (found) return found;
  }
  return "HEAD";
}

/** Returns the output of Git; undefined if it fails. */
export function git(root: string, words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", words, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout : undefined;
}
