/** Every sentence about passkeys in the settings, spelled once. */
export const passkeyTexts = {
  title: "Passkeys",
  hint: "Sign in with your fingerprint, your face or the code of your device instead of a password.",
  unavailable:
    "Passkeys need Inlet to be reached over https and by a name. Ask whoever runs this server.",
  list: "Your passkeys",
  added: (when: string) => `Added ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  add: "Add a passkey",
  addTitle: "Add a passkey",
  addHint: "Then your device asks.",
  name: "Name",
  nameHint: "What you know the device by",
  isAdded: "The passkey is added.",
  cancelled: "Your device made no passkey. Please try again.",
  isThere: "This device has a passkey for your account already.",
  remove: "Remove",
  removeName: (name: string) => `Remove: ${name}`,
  removeTitle: "Remove passkey",
  removeHint: (name: string) =>
    `“${name}” no longer signs you in. Delete it on the device too, which does not hear of this.`,
  removed: "The passkey is removed.",
} as const;
