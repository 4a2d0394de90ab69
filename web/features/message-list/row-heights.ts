import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useMedia } from "#/lib/use-media.ts";
import { usePreference } from "#/state/session/preferences.ts";

export type Density = MailPreferences["density"];

const heightsPx: Record<Density, number> = { compact: 36, normal: 64, comfortable: 84 };

/** Minimum height for touch. */
const touchedPx = 44;

/** From this width of the window on, a list without a message beside it has one line for each row, beside an open sidebar too. */
const oneLineFromPx = 1180;
const oneLinePx = 48;

/** Returns the density of rows chosen by the user, the row height in pixels, and whether no message is beside the list. */
export function useRowHeight(): { density: Density; rowPx: number; isWide: boolean } {
  const density = usePreference("density");
  const isWide = usePreference("readingPane") !== "right";
  const isTouched = useMedia("(pointer: coarse)");
  const hasOneLine = useMedia(`(min-width: ${oneLineFromPx}px)`) && isWide;
  const heightPx = hasOneLine && density === "normal" ? oneLinePx : heightsPx[density];
  return { density, rowPx: isTouched ? Math.max(heightPx, touchedPx) : heightPx, isWide };
}
