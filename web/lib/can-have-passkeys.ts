/** Whether a device can hold a key for this page: browsers want https, or this very machine, and a name. */
export function canHavePasskeys(): boolean {
  // A page that is prerendered is drawn for the usual case.
  if (typeof window === "undefined") return true;
  return "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
