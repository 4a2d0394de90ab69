/**
 * `npm run advisories`: lists known vulnerabilities in the packages of the lockfile, as reported by the registry. Exits with 1 if
 * a package that the server or the page runs has one of high severity, with 2 if the registry could not be queried.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { type Lockfile, readLockfile } from "./sbom.ts";

interface Finding {
  name: string;
  severity: string;
  title: string;
  url: string;
  /** False for packages that only the build and the tests need. */
  runs: boolean;
}

export type Judgement =
  | { state: "clear" | "found"; findings: Finding[] }
  | { state: "unknown"; reason: string };

/** The part of npm's report (version 2) that is read here. */
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

/** Evaluates npm's report. The state is "unknown" if the report cannot be read. */
export function judge(text: string, lockfile: Lockfile): Judgement {
  let report: Report;
  try {
    // The shape is npm's; missing parts are handled below.
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
    // A string names a vulnerable dependency, which has a finding in this report too.
    return via.flatMap((each) =>
      typeof each === "string" ? [] : [{ name, runs, ...formatAdvisory(each) }],
    );
  });
  const isGrave = findings.some(({ runs, severity }) => runs && grave.includes(severity));
  return { state: isGrave ? "found" : "clear", findings };
}

function formatAdvisory({
  title,
  url,
  severity,
}: {
  title: string;
  url: string;
  severity: string;
}) {
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
