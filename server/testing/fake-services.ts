import type { UserId } from "@inlet/contract/ids.ts";
import type { Services } from "#/http/services.ts";
import type { Auth } from "#/auth/types.ts";

/** Services that do nothing but what a test gives them. */
export function fakeServices(given: Partial<Services>): Services {
  return untouched<Services>("services", {
    auth: fakeAuth(new Map()),
    landing: untouched<Services["landing"]>("landing", { repository: "", demoUrl: null }),
    slack: untouched<Services["slack"]>("slack", { isSetUp: false }),
    isReady: async () => true,
    ...given,
  });
}

/** Reading that answers only what a test gives it. */
export function fakeReading(given: Partial<Services["reading"]>): Services["reading"] {
  return untouched("reading", given);
}

/** Sessions by bearer, which a test can end by deleting them. */
export function fakeAuth(sessions: Map<string, UserId>): Auth {
  const record = untouched<Auth["apiTokens"]["record"]>("record", { flush: async () => undefined });
  return untouched<Auth>("auth", {
    async callerOf({ bearer }) {
      const userId = sessions.get(bearer);
      return userId === undefined
        ? null
        : { userId, sessionId: bearer, scopes: null, program: null };
    },
    async logout(bearer) {
      sessions.delete(bearer);
    },
    isKeptOut: async () => false,
    links: untouched<Auth["links"]>("links", { sendsMail: false }),
    apiTokens: untouched<Auth["apiTokens"]>("apiTokens", { record }),
    social: untouched<Auth["social"]>("social", { providers: [] }),
  });
}

/** Whatever of it a test does not give, whole parts of it too, throws when it is called. */
function untouched<Part extends object>(name: string, given: Partial<Part> = {}): Part {
  const unexpected = (): never => {
    throw new Error(`${name} was called, which this test does not expect.`);
  };
  const part = new Proxy(unexpected, {
    get(_function, key) {
      if (Reflect.has(given, key)) return Reflect.get(given, key);
      // Nobody waits for it as for a promise.
      return typeof key === "symbol" || key === "then" ? undefined : untouched(`${name}.${key}`);
    },
    // What is spread is what was given.
    ownKeys: () => Reflect.ownKeys(given),
    getOwnPropertyDescriptor: (_function, key) => ({
      ...Reflect.getOwnPropertyDescriptor(given, key),
      configurable: true,
    }),
  });
  // Its parts are what was given, and functions that throw.
  return part as unknown as Part;
}
