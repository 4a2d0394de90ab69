import type { MailPreferences } from "@inlet/contract/settings.ts";
import { useMedia } from "#/lib/use-media.ts";
import { usePreference } from "#/state/preferences.ts";

export type Density = MailPreferences["density"];

const heightsPx: Record<Density, number> = { compact: 36, normal: 64, comfortable: 84 };

/** What a finger needs. */
const touchedPx = 44;

/** How close together rows stand, as the person chose it, and how high that makes one. */
export function useRowHeight(): { density: Density; rowPx: number } {
  const density = usePreference("density");
  const isTouched = useMedia("(pointer: coarse)");
  const heightPx = heightsPx[density];
  return { density, rowPx: isTouched ? Math.max(heightPx, touchedPx) : heightPx };
}
