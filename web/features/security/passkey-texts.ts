/** Texts of the settings for passkeys. */
export const passkeyTexts = {
  title: "Passkeys",
  hint: "Sign in with your fingerprint, your face or your device's PIN instead of a password.",
  unavailable: "Passkeys require HTTPS and a domain name. Contact your administrator.",
  list: "Your passkeys",
  added: (when: string) => `Added ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  add: "Add a passkey",
  addTitle: "Add a passkey",
  addHint: "Your device will prompt you.",
  name: "Name",
  nameHint: "A name to recognize this device",
  isAdded: "Passkey added.",
  cancelled: "No passkey was created. Please try again.",
  isThere: "This device already has a passkey.",
  remove: "Remove",
  removeName: (name: string) => `Remove: ${name}`,
  removeTitle: "Remove passkey",
  removeHint: (name: string) =>
    `“${name}” no longer signs you in. Delete it on the device too; it is not deleted there automatically.`,
  removed: "Passkey removed.",
} as const;
