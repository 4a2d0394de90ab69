/**
 * The layers of the code, lowest first. Each lists the layers it may import, all of them earlier in the list. With "x/*", every
 * folder of x is a layer that may not import its siblings.
 */
export const floors: Record<string, readonly string[]> = {
  contract: [],

  "server/base": ["contract"],
  "server/config": ["server/base"],
  "server/egress": ["contract", "server/base"],
  "server/wire": ["contract", "server/base", "server/egress"],
  "server/store": ["contract", "server/base"],
  // Texts that the server writes to its users, each in their language.
  "server/texts": ["contract", "server/store"],
  // Files that processes share: the only storage that is accessed over the network.
  "server/s3": ["contract", "server/base", "server/egress", "server/store"],
  "server/host-mail": ["contract", "server/base", "server/egress", "server/wire", "server/store"],
  "server/auth": [
    "contract",
    "server/base",
    "server/texts",
    "server/wire",
    "server/store",
    "server/host-mail",
  ],
  "server/search": ["contract", "server/base", "server/store"],
  "server/mail": [
    "contract",
    "server/base",
    "server/texts",
    "server/egress",
    "server/wire",
    "server/store",
    "server/search",
  ],
  "server/ai": [
    "contract",
    "server/base",
    "server/texts",
    "server/egress",
    "server/store",
    "server/search",
  ],
  "server/integrations/core": [
    "contract",
    "server/base",
    "server/texts",
    "server/egress",
    "server/store",
  ],
  // Its entries are those of invitations, which mail also reads.
  "server/integrations/calendar": [
    "contract",
    "server/base",
    "server/egress",
    "server/wire",
    "server/store",
    "server/integrations/core",
  ],
  // Its entries are the cards of the address book.
  "server/integrations/contacts": [
    "contract",
    "server/base",
    "server/egress",
    "server/wire",
    "server/store",
    "server/integrations/core",
  ],
  "server/integrations/*": [
    "contract",
    "server/base",
    "server/texts",
    "server/egress",
    "server/store",
    "server/integrations/core",
  ],
  // Facts about the installation for administrators.
  "server/administration": ["contract", "server/base", "server/store"],
  "server/landing": ["contract", "server/base", "server/egress", "server/store"],
  "server/realtime": ["contract", "server/base", "server/store"],
  "server/jobs": [
    "contract",
    "server/base",
    "server/store",
    "server/host-mail",
    "server/search",
    "server/mail",
    "server/ai",
    "server/integrations/core",
    "server/realtime",
  ],
  "server/http": [
    "contract",
    "server/base",
    "server/auth",
    "server/search",
    "server/mail",
    "server/ai",
    "server/integrations/*",
    "server/administration",
    "server/landing",
    "server/realtime",
  ],
  "server/roles": ["contract", "server/*"],
  // The operator's tool for when no user can sign in.
  "server/rescue": ["contract", "server/*"],
  "server/main": ["contract", "server/*"],
  "server/inlet": ["contract", "server/*"],

  "web/preload-fonts": [],
  "web/languages": [],
  "web/inline-limits": ["contract"],
  "web/lean-icons": [],
  "web/privacy": [],
  "web/lib": [],
  "web/frame": ["web/lib"],
  "web/service-worker": ["web/lib"],
  "web/ui": ["web/lib"],
  "web/api": ["contract", "web/lib"],
  "web/state": ["contract", "web/lib", "web/api"],
  "web/features/*": ["contract", "web/lib", "web/frame", "web/ui", "web/api", "web/state"],
  "web/screens/*": ["contract", "web/lib", "web/ui", "web/api", "web/state", "web/features/*"],
  "web/texts": [
    "contract",
    "web/languages",
    "web/lib",
    "web/api",
    "web/state",
    "web/features/*",
    "web/screens/*",
  ],
  "web/routes": ["web/lib", "web/ui", "web/state", "web/screens/*"],
  "web/main": ["contract", "web/*"],
  "web/landing": ["contract", "web/*"],
  "web/prerender": ["contract", "web/*"],
};

/** Layers that only tests may import. */
export const testOnly: readonly string[] = ["server/testing", "web/testing"];
