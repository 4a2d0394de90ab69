import { locale } from "#/lib/locale.ts";

/** Texts of file sizes. */
export const sizeTexts = {
  units: ["Bytes", "KB", "MB", "GB"],
  size: (size: number, unit: string) =>
    `${size.toLocaleString(locale, { useGrouping: false })} ${unit}`,
} as const;
