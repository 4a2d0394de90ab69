import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useMedia } from "#/lib/use-media.ts";
import { usePreference } from "#/state/session/preferences.ts";

export type Density = MailPreferences["density"];

const heightsPx: Record<Density, number> = { compact: 36, normal: 64, comfortable: 84 };

/** Minimum height for touch. */
const touchedPx = 44;

/** Returns the density of rows chosen by the user, and the row height in pixels. */
export function useRowHeight(): { density: Density; rowPx: number } {
  const density = usePreference("density");
  const isTouched = useMedia("(pointer: coarse)");
  const heightPx = heightsPx[density];
  return { density, rowPx: isTouched ? Math.max(heightPx, touchedPx) : heightPx };
}
