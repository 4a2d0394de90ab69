import { readUserAgent } from "@inlet/contract/auth/user-agent.ts";
import { securityTexts } from "#/features/security/security-texts.ts";

const words = securityTexts.devices;

/** Returns a readable name of a device from the user agent of its browser or API client. */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return words.onSystem(browser, system);
  // An API client names itself first: curl/8.5.0.
  return browser || system || /^[\w.-]+/.exec(userAgent)?.[0] || words.unknown;
}

/** Reports whether it is a handheld device. */
export function isHandheld(userAgent: string): boolean {
  return /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}
