import { sizeTexts } from "#/lib/size-texts.ts";

const units = sizeTexts.units;

/** Returns a readable size: `0 Bytes`, `512 Bytes`, `1.5 KB`, `25 MB`. */
export function fileSize(bytes: number): string {
  if (!(bytes > 0)) return sizeTexts.size(0, units[0]);
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const size = Math.round((bytes / 1024 ** power) * 100) / 100;
  // 1,048,575 bytes round to 1024 KB, which is 1 MB.
  if (size === 1024 && power < units.length - 1) return sizeTexts.size(1, units[power + 1] ?? "");
  return sizeTexts.size(size, units[power] ?? "");
}
