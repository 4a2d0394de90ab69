/** Whether a device can hold a key for this page: browsers want https, or this very machine, and a name. */
export function canHavePasskeys(): boolean {
  return "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
