/** `npm run sbom`: prints every package of the lockfile as CycloneDX 1.5. The same lockfile gives the same output. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

/** A package as in the lockfile. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

export interface Lockfile {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

interface Component {
  type: "library";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  /** `excluded` packages are only used to build and test. */
  scope: "required" | "optional" | "excluded";
  licenses: ({ license: { id: string } } | { expression: string })[];
  hashes: { alg: string; content: string }[];
}

/** Reads the lockfile of this repository. */
export function readLockfile(): Lockfile {
  // npm writes this shape.
  return JSON.parse(
    readFileSync(path.join(import.meta.dirname, "../package-lock.json"), "utf8"),
  ) as Lockfile;
}

/** Returns the name of the package at a path: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

interface Bill {
  bomFormat: "CycloneDX";
  specVersion: "1.5";
  serialNumber: string;
  version: number;
  metadata: { component: { type: "application"; name: string; version: string } };
  components: Component[];
}

/** Returns the bill of materials of Inlet. */
export function billOfMaterials(lockfile: Lockfile): Bill {
  const components = new Map<string, Component>();
  for (const [place, locked] of Object.entries(lockfile.packages)) {
    if (!place.includes("node_modules/") || locked.link || locked.version === undefined) continue;
    const component = componentOf(nameAt(place), locked.version, locked);
    const known = components.get(component.purl);
    // The same version may be at several paths: it is required if one of them requires it.
    if (known?.scope === "required" || (known && component.scope === "excluded")) continue;
    components.set(component.purl, component);
  }
  const sorted = [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(sorted))}`,
    version: 1,
    metadata: {
      component: { type: "application", name: lockfile.name, version: lockfile.version },
    },
    components: sorted,
  };
}

function componentOf(name: string, version: string, locked: LockedPackage): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm = "", hash = ""] = (locked.integrity ?? "").split("-");
  const isExpression = /[ ()]/.test(locked.license ?? "");
  return {
    ...({ type: "library", "bom-ref": purl, name, version, purl } as const),
    scope:
      locked.dev || locked.devOptional ? "excluded" : locked.optional ? "optional" : "required",
    licenses: !locked.license
      ? []
      : isExpression
        ? [{ expression: locked.license }]
        : [{ license: { id: locked.license } }],
    hashes:
      hash === ""
        ? []
        : [
            {
              alg: algorithm.replace(/^sha/, "SHA-"),
              content: Buffer.from(hash, "base64").toString("hex"),
            },
          ],
  };
}

/** Returns a UUID of version 8 (RFC 9562), derived from the text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(readLockfile()), null, 2)}\n`);
}
