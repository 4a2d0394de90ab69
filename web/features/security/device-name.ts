import { readUserAgent } from "@inlet/contract/device-signs.ts";
import { securityTexts } from "#/features/security/security-texts.ts";

const words = securityTexts.devices;

/** A device in words that its owner knows it by, from what its browser or program calls itself. */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return words.onSystem(browser, system);
  // A program names itself first: curl/8.5.0.
  return browser || system || /^[\w.-]+/.exec(userAgent)?.[0] || words.unknown;
}

/** Reports whether it is a handheld device. */
export function isHandheld(userAgent: string): boolean {
  return /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}
