import { locale } from "#/lib/locale.ts";

/** Sizes of files as they are said, spelled once. */
export const sizeTexts = {
  units: ["Bytes", "KB", "MB", "GB"],
  size: (size: number, unit: string) =>
    `${size.toLocaleString(locale, { useGrouping: false })} ${unit}`,
} as const;
