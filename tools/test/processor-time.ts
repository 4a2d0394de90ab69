/** Measures the processor time of a command and of all processes that it starts. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Meter {
  /** The way of measuring: daemons outlive the command that starts them, and only a control group counts them. */
  method: "control group" | "times of the shell, without daemons";
  /** Returns the command line that runs the command under this meter. */
  words: (command: string, words: readonly string[]) => readonly [string, ...string[]];
  /** Returns the seconds used so far; undefined if they are unknown. */
  seconds: () => number | undefined;
  /** Kills the remaining processes of the command, including daemons if the method counts them. */
  stop: () => void;
  /** Deletes the meter's files; false while a process of the command still runs. */
  remove: () => boolean;
}

let meters = 0;

/** Opens a meter for one command: a control group of Linux if this process may create one, or else the shell's count. */
export function openMeter(): Meter {
  return openControlGroup() ?? shellMeter();
}

function openControlGroup(): Meter | undefined {
  for (const { dir, file, perSecond } of placesOfGroups()) {
    const group = path.join(dir, `inlet-test-${process.pid}-${meters++}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    const enter = 'echo $$ > "$0/cgroup.procs"';
    const tried = spawnSync("sh", ["-c", enter, group], { stdio: "ignore" });
    if (tried.status !== 0) {
      rmdirSync(group);
      continue;
    }
    return {
      method: "control group",
      words: (command, words) => ["sh", "-c", `${enter} && exec "$@"`, group, command, ...words],
      seconds: () =>
        Number(/\d+/.exec(readFileSync(path.join(group, file), "utf8"))?.[0]) / perSecond,
      stop: () => {
        for (const line of linesOf(path.join(group, "cgroup.procs"))) stopProcess(Number(line));
      },
      remove: () => isRemoved(group),
    };
  }
  return undefined;
}

/** Kills a process, or a process group if the number is negative. */
export function stopProcess(id: number): void {
  if (id === 0 || id === 1) return;
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has just ended.
  }
}

function isRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folders of this process's own control groups, of versions 2 and 1. */
function placesOfGroups(): { dir: string; file: string; perSecond: number }[] {
  const mounts = linesOf("/proc/self/mountinfo").map((line) => line.split(" "));
  const groups = linesOf("/proc/self/cgroup").map((line) => line.split(":"));
  return mounts.flatMap((fields) => {
    const [, , , root = "/", place = ""] = fields;
    const type = fields[fields.indexOf("-") + 1];
    const isSecond = type === "cgroup2";
    const isFirst = type === "cgroup" && (fields.at(-1) ?? "").split(",").includes("cpuacct");
    if (!isFirst && !isSecond) return [];
    const own = groups.find(([, names = ""]) =>
      isSecond ? names === "" : names.split(",").includes("cpuacct"),
    );
    const dir = path.join(place, path.relative(root, own?.[2] ?? "/"));
    return isSecond
      ? [{ dir, file: "cpu.stat", perSecond: 1e6 }]
      : [{ dir, file: "cpuacct.usage", perSecond: 1e9 }];
  });
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

/** Counts as the shell does: the command and the processes that it waited for. */
export function shellMeter(): Meter {
  const dir = mkdtempSync(path.join(tmpdir(), "inlet-times-"));
  const file = path.join(dir, "times");
  return {
    method: "times of the shell, without daemons",
    words: (command, words) => [
      "sh",
      "-c",
      '"$@"; code=$?; times > "$0"; exit $code',
      file,
      command,
      ...words,
    ],
    seconds: () => {
      const parts = [
        ...linesOf(file)
          .join(" ")
          .matchAll(/(\d+)m([\d.]+)s/g),
      ];
      if (parts.length === 0) return undefined;
      return parts.reduce(
        (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
        0,
      );
    },
    stop: () => {},
    remove: () => {
      rmSync(dir, { recursive: true, force: true });
      return true;
    },
  };
}
