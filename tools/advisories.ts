/**
 * `npm run advisories`: known holes in the packages of the lockfile, as the registry tells them. Ends with 1 when one of
 * high severity is in what the server or the page runs, with 2 when nobody could be asked.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { type Lockfile, readLockfile } from "./sbom.ts";

interface Finding {
  name: string;
  severity: string;
  title: string;
  url: string;
  /** Whether it is in what runs, and not only in what builds and tests. */
  runs: boolean;
}

export type Judgement =
  | { state: "clear" | "found"; findings: Finding[] }
  | { state: "unknown"; reason: string };

/** npm's report (version 2) as far as it is read. */
interface Report {
  vulnerabilities?: Record<
    string,
    {
      severity: string;
      nodes: string[];
      via: (string | { title: string; url: string; severity: string })[];
    }
  >;
  message?: string;
  error?: { summary?: string; code?: string };
}

const grave = ["high", "critical"];

/** What is to be thought of npm's report. */
export function judge(text: string, lockfile: Lockfile): Judgement {
  let report: Report;
  try {
    // npm's own shape; what is missing shows below.
    report = JSON.parse(text) as Report;
  } catch {
    return { state: "unknown", reason: "npm said nothing that can be read" };
  }
  if (!report.vulnerabilities) {
    const reason = report.message ?? report.error?.summary ?? report.error?.code ?? "";
    return { state: "unknown", reason: reason || "the registry tells of no advisories" };
  }
  const findings = Object.entries(report.vulnerabilities).flatMap(([name, { nodes, via }]) => {
    const runs = nodes.some((place) => {
      const locked = lockfile.packages[place];
      return !locked?.dev && !locked?.devOptional;
    });
    // A name alone says that it is in the packages that this one needs, where it is told too.
    return via.flatMap((each) => (typeof each === "string" ? [] : [{ name, runs, ...told(each) }]));
  });
  const isGrave = findings.some(({ runs, severity }) => runs && grave.includes(severity));
  return { state: isGrave ? "found" : "clear", findings };
}

function told({ title, url, severity }: { title: string; url: string; severity: string }) {
  return { title, url, severity };
}

if (import.meta.main) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only"], {
    cwd: path.join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  const judgement = judge(stdout, readLockfile());
  if (judgement.state === "unknown") {
    process.stdout.write(`Nothing was checked: ${judgement.reason}.\n`);
    process.exitCode = 2;
  } else {
    for (const { name, severity, title, url, runs } of judgement.findings) {
      process.stdout.write(
        `${severity.padEnd(9)} ${runs ? "runs " : "tools"} ${name}: ${title} ${url}\n`,
      );
    }
    const count = judgement.findings.length;
    process.stdout.write(
      `${count} known holes, ${judgement.state === "found" ? "some of them grave" : "none grave in what runs"}.\n`,
    );
    process.exitCode = judgement.state === "found" ? 1 : 0;
  }
}
