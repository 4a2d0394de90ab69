import type { UserId } from "@inlet/contract/ids.ts";
import type { Auth } from "#/auth/auth.ts";
import type { Services } from "#/http/services.ts";

/** A function that no test expects to be called. */
function unexpected(name: string): () => never {
  return () => {
    throw new Error(`${name} was called, which this test does not expect.`);
  };
}

/** Services that do nothing but what a test gives them. */
export function fakeServices(given: Partial<Services>): Services {
  return {
    auth: fakeAuth(new Map()),
    live: { wake: unexpected("wake"), follow: unexpected("follow") },
    accounts: {
      list: unexpected("accounts.list"),
      add: unexpected("accounts.add"),
      remove: unexpected("accounts.remove"),
      discover: unexpected("accounts.discover"),
    },
    reading: fakeReading({}),
    changeEmail: unexpected("changeEmail"),
    search: unexpected("search"),
    syncNow: unexpected("syncNow"),
    sending: {
      send: unexpected("sending.send"),
      state: unexpected("sending.state"),
      undo: unexpected("sending.undo"),
      upload: unexpected("sending.upload"),
    },
    fetchImage: unexpected("fetchImage"),
    isReady: async () => true,
    ...given,
  };
}

/** Reading that answers only what a test gives it. */
export function fakeReading(given: Partial<Services["reading"]>): Services["reading"] {
  return {
    list: unexpected("reading.list"),
    folders: unexpected("reading.folders"),
    preview: unexpected("reading.preview"),
    remoteImages: unexpected("reading.remoteImages"),
    attachment: unexpected("reading.attachment"),
    source: unexpected("reading.source"),
    ...given,
  };
}

/** Sessions by bearer, which a test can end by deleting them. */
export function fakeAuth(sessions: Map<string, UserId>): Auth {
  return {
    register: unexpected("auth.register"),
    login: unexpected("auth.login"),
    async callerOf({ bearer }) {
      const userId = sessions.get(bearer);
      return userId === undefined ? null : { userId, sessionId: bearer };
    },
    async logout(bearer) {
      sessions.delete(bearer);
    },
    profile: unexpected("auth.profile"),
    rename: unexpected("auth.rename"),
  };
}
