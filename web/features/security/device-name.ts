import { securityTexts } from "#/features/security/security-texts.ts";

const words = securityTexts.devices;

// The first that fits names it: browsers call themselves by the names of others too.
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** A device in words that its owner knows it by, from what its browser or program calls itself. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return words.onSystem(browser, system);
  // A program names itself first: curl/8.5.0.
  return browser ?? system ?? (/^[\w.-]+/.exec(userAgent)?.[0] || words.unknown);
}

/** Whether it is carried in a pocket. */
export function isHandheld(userAgent: string): boolean {
  return /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent);
}

function nameIn(names: typeof browsers, userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}
