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
  return `${dir} belongs to another user, who could not read what root leaves in it. Run this as them: put sudo -u '#${uid}' before it. Nothing was changed.`;
}
