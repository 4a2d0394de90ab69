/** Texts of the settings for signing in at external providers. */
export const connectedTexts = {
  title: "Connected sign-ins",
  hint: "Sign in at another provider instead of with a password. Only accounts that you connect here, or signed up with, work: a matching address is not enough.",
  unavailable:
    "Your administrator must first register this server with a provider: Google, Microsoft, or their own.",
  list: "Your connected sign-ins",
  name: (provider: string, address: string) => (address ? `${provider}: ${address}` : provider),
  connected: (when: string) => `Connected ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  connect: (provider: string) => `Connect ${provider}`,
  connectTitle: (provider: string) => `Connect ${provider}`,
  connectHint: (provider: string) =>
    `You will sign in at ${provider} and return here. Anyone with access to that account can sign in here.`,
  remove: "Disconnect",
  removeName: (name: string) => `Disconnect: ${name}`,
  removeTitle: (provider: string) => `Disconnect ${provider}`,
  removeHint: (name: string) => `“${name}” no longer signs you in.`,
  removed: "Disconnected.",
} as const;
