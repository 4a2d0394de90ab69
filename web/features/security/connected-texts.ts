/** Every sentence about signing in at other providers in the settings, spelled once. */
export const connectedTexts = {
  title: "Connected sign-ins",
  hint: "Sign in at another provider instead of with a password. Only accounts that you connect here, or signed up with, let you in: their address alone never does.",
  unavailable:
    "Whoever runs this server has to register it with a provider first: Google, Microsoft, or one of their own.",
  list: "Your connected sign-ins",
  name: (provider: string, address: string) => (address ? `${provider}: ${address}` : provider),
  connected: (when: string) => `Connected ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  connect: (provider: string) => `Connect ${provider}`,
  connectTitle: (provider: string) => `Connect ${provider}`,
  connectHint: (provider: string) =>
    `Then you sign in at ${provider} and come back here. Whoever can sign in there as you can sign in here too.`,
  remove: "Disconnect",
  removeName: (name: string) => `Disconnect: ${name}`,
  removeTitle: (provider: string) => `Disconnect ${provider}`,
  removeHint: (name: string) => `“${name}” no longer signs you in.`,
  removed: "It is no longer connected.",
} as const;
