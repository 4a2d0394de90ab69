import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** Reports whether node_modules contains exactly the packages of the lockfile; npm records what it installed. */
export function isInstalled(root, isProduction = process.env.NODE_ENV === "production") {
  const installed = packagesOf(path.join(root, "node_modules/.package-lock.json"));
  const wanted = packagesOf(path.join(root, "package-lock.json"));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([name, { version, optional, dev, link, devOptional }]) => {
    if (!name.startsWith("node_modules/") || link) return true;
    const found = installed[name];
    if (!found) return optional || devOptional || (dev && isProduction);
    return found.version === version;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}
