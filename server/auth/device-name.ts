import { readUserAgent } from "@inlet/contract/auth/user-agent.ts";

/** Names a device by known browsers and systems only, so no other text of the user agent gets into an email. */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser === "") return "a program";
  return system === "" ? browser : `${browser} on ${system}`;
}
