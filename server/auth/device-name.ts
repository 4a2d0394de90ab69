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

/** A device by names that are known here: whatever else it calls itself enters no mail. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([sign]) => sign.test(userAgent))?.[1],
  );
  if (browser === undefined) return "a program";
  return system === undefined ? browser : `${browser} on ${system}`;
}
