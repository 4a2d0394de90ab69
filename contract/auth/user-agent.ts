type Signs = readonly (readonly [sign: RegExp, name: string])[];

// The first match wins, because the user agent of a browser also contains the names of other browsers.
const browsers: Signs = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: Signs = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Returns the names of the browser and the operating system in a user agent; "" for an unknown one. */
export function readUserAgent(userAgent: string): { browser: string; system: string } {
  const nameIn = (signs: Signs) => signs.find(([sign]) => sign.test(userAgent))?.[1] ?? "";
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
