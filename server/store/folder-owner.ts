import { statSync } from "node:fs";
import process from "node:process";

/**
 * Why root is not to make files in a folder that belongs to somebody else, who could not read them then; null where that
 * does not happen.
 */
export function notAsRoot(dir: string): string | null {
  if (process.getuid?.() !== 0) return null;
  const { uid } = statSync(dir);
  if (uid === 0) return null;
  return `${dir} belongs to another user, who could not read files created by root. Run this as that user, with sudo -u '#${uid}'. Nothing was changed.`;
}
