/** Texts about sign-in providers, loaded with what the server says about them. */
export const ownProviderTexts = { missing: "Not set up here" } as const;
