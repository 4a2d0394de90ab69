/** Returns true if a device can create a passkey for this page: browsers require https or localhost, and a host name. */
export function canHavePasskeys(): boolean {
  // A prerendered page shows the usual case.
  if (typeof window === "undefined") return true;
  return "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
