import { readUserAgent } from "@inlet/contract/device-signs.ts";

/** A device by names that are known here: whatever else it calls itself enters no mail. */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser === "") return "a program";
  return system === "" ? browser : `${browser} on ${system}`;
}
