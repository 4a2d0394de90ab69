import { readdir, readFile, readlink } from "node:fs/promises";

/** Returns the process that owns each local TCP port, for these processes (Linux, proc(5)). */
export async function portOwners(pids: readonly number[]): Promise<Map<number, number>> {
  const inodes = new Map<string, number>();
  for (const pid of pids) {
    for (const name of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${name}`).catch(() => "");
      const [, inode] = /^socket:\[(\d+)\]$/.exec(target) ?? [];
      if (inode !== undefined) inodes.set(inode, pid);
    }
  }
  const owners = new Map<number, number>();
  const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  for (const line of lines) {
    const [, local = "", , , , , , , , inode = ""] = line.trim().split(/\s+/);
    const pid = inodes.get(inode);
    if (pid !== undefined) owners.set(Number.parseInt(local.split(":")[1] ?? "", 16), pid);
  }
  return owners;
}
