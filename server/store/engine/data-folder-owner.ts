import { statSync } from "node:fs";
import process from "node:process";

/**
 * Returns a sentence on why root must not create files in a folder of another user, who could not read them; null if that does
 * not apply.
 */
export function notAsRoot(dir: string): string | null {
  if (process.getuid?.() !== 0) return null;
  const { uid } = statSync(dir);
  if (uid === 0) return null;
  return `${dir} belongs to another user, who could not read files created by root. Run this as that user, with sudo -u '#${uid}'. Nothing was changed.`;
}
