import type { UserId } from "@inlet/contract/ids.ts";
import type { Auth } from "#/auth/auth.ts";
import type { Services } from "#/http/services.ts";
import { fakeIntegrations, unexpected } from "./fake-integrations.ts";

/** Services that do nothing but what a test gives them. */
export function fakeServices(given: Partial<Services>): Services {
  return untouched<Services>("services", {
    auth: fakeAuth(new Map()),
    landing: untouched<Services["landing"]>("landing", { repository: "", demoUrl: null }),
    slack: untouched<Services["slack"]>("slack", { isSetUp: false }),
    live: { wake: unexpected("wake"), follow: unexpected("follow") },
    accounts: {
      list: unexpected("accounts.list"),
      add: unexpected("accounts.add"),
      remove: unexpected("accounts.remove"),
      discover: unexpected("accounts.discover"),
      change: unexpected("accounts.change"),
      examine: unexpected("accounts.examine"),
      isSetUp: unexpected("accounts.isSetUp"),
      startSignIn: unexpected("accounts.startSignIn"),
      finishSignIn: unexpected("accounts.finishSignIn"),
      startDeviceSignIn: unexpected("accounts.startDeviceSignIn"),
      pollDeviceSignIn: unexpected("accounts.pollDeviceSignIn"),
    },
    accountHealth: {
      read: unexpected("accountHealth.read"),
      compare: unexpected("accountHealth.compare"),
    },
    reading: fakeReading({}),
    filing: {
      change: unexpected("filing.change"),
      changeMany: unexpected("filing.changeMany"),
      count: unexpected("filing.count"),
      undo: unexpected("filing.undo"),
      empty: unexpected("filing.empty"),
      createFolder: unexpected("filing.createFolder"),
      labels: unexpected("filing.labels"),
      saveLabel: unexpected("filing.saveLabel"),
      removeLabel: unexpected("filing.removeLabel"),
    },
    followUps: {
      list: unexpected("followUps.list"),
      choose: unexpected("followUps.choose"),
      nudge: unexpected("followUps.nudge"),
      answer: unexpected("followUps.answer"),
      dropAnswer: unexpected("followUps.dropAnswer"),
      settings: unexpected("followUps.settings"),
      saveSettings: unexpected("followUps.saveSettings"),
    },
    rules: {
      list: unexpected("rules.list"),
      read: unexpected("rules.read"),
      try: unexpected("rules.try"),
      save: unexpected("rules.save"),
      remove: unexpected("rules.remove"),
      journal: unexpected("rules.journal"),
      undo: unexpected("rules.undo"),
    },
    smartReplies: {
      replies: unexpected("smartReplies.replies"),
      templates: unexpected("smartReplies.templates"),
      write: unexpected("smartReplies.write"),
      ownTemplates: unexpected("smartReplies.ownTemplates"),
      saveTemplate: unexpected("smartReplies.saveTemplate"),
      removeTemplate: unexpected("smartReplies.removeTemplate"),
    },
    search: unexpected("search"),
    sorting: {
      why: unexpected("sorting.why"),
      read: unexpected("sorting.read"),
      wish: unexpected("sorting.wish"),
      sortSender: unexpected("sorting.sortSender"),
      unsortSender: unexpected("sorting.unsortSender"),
      forget: unexpected("sorting.forget"),
      turns: unexpected("sorting.turns"),
    },
    syncNow: unexpected("syncNow"),
    sending: {
      send: unexpected("sending.send"),
      state: unexpected("sending.state"),
      list: unexpected("sending.list"),
      answerReceipt: unexpected("sending.answerReceipt"),
      reschedule: unexpected("sending.reschedule"),
      resolve: unexpected("sending.resolve"),
      undo: unexpected("sending.undo"),
      queuedAt: unexpected("sending.queuedAt"),
      approvals: unexpected("sending.approvals"),
      approve: unexpected("sending.approve"),
    },
    owners: {
      ofMessages: unexpected("owners.ofMessages"),
      ofFolder: unexpected("owners.ofFolder"),
      ofDraft: unexpected("owners.ofDraft"),
      ofOutbox: unexpected("owners.ofOutbox"),
      askerOf: unexpected("owners.askerOf"),
    },
    drafts: {
      list: unexpected("drafts.list"),
      save: unexpected("drafts.save"),
      remove: unexpected("drafts.remove"),
      open: unexpected("drafts.open"),
      completeRecipient: unexpected("drafts.completeRecipient"),
    },
    identities: {
      list: unexpected("identities.list"),
      save: unexpected("identities.save"),
      remove: unexpected("identities.remove"),
    },
    uploads: {
      whole: unexpected("uploads.whole"),
      start: unexpected("uploads.start"),
      offset: unexpected("uploads.offset"),
      read: unexpected("uploads.read"),
      addPiece: unexpected("uploads.addPiece"),
      remove: unexpected("uploads.remove"),
    },
    ...fakeIntegrations,
    invitations: {
      read: unexpected("invitations.read"),
      answer: unexpected("invitations.answer"),
      declineCounter: unexpected("invitations.declineCounter"),
      busy: unexpected("invitations.busy"),
      propose: unexpected("invitations.propose"),
      add: unexpected("invitations.add"),
    },
    saves: {
      connectNotion: unexpected("saves.connectNotion"),
      connectTrello: unexpected("saves.connectTrello"),
      propose: unexpected("saves.propose"),
      save: unexpected("saves.save"),
      state: unexpected("saves.state"),
    },
    calendars: {
      connect: unexpected("calendars.connect"),
      taker: unexpected("calendars.taker"),
      chooseTaker: unexpected("calendars.chooseTaker"),
    },
    contacts: {
      list: unexpected("contacts.list"),
      save: unexpected("contacts.save"),
      remove: unexpected("contacts.remove"),
      restore: unexpected("contacts.restore"),
      import: unexpected("contacts.import"),
      export: unexpected("contacts.export"),
      groups: unexpected("contacts.groups"),
      saveGroup: unexpected("contacts.saveGroup"),
      removeGroup: unexpected("contacts.removeGroup"),
      changeMember: unexpected("contacts.changeMember"),
    },
    senders: {
      unsubscribe: unexpected("senders.unsubscribe"),
      blocked: unexpected("senders.blocked"),
      block: unexpected("senders.block"),
      unblock: unexpected("senders.unblock"),
      trusted: unexpected("senders.trusted"),
      trust: unexpected("senders.trust"),
      distrust: unexpected("senders.distrust"),
    },
    transfer: {
      import: unexpected("transfer.import"),
      imports: unexpected("transfer.imports"),
      cancelImport: unexpected("transfer.cancelImport"),
      checkExport: unexpected("transfer.checkExport"),
      export: unexpected("transfer.export"),
      exportEverything: unexpected("transfer.exportEverything"),
    },
    preferences: {
      read: unexpected("preferences.read"),
      save: unexpected("preferences.save"),
    },
    assistant: {
      ask: unexpected("assistant.ask"),
      stream: unexpected("assistant.stream"),
      conversation: unexpected("assistant.conversation"),
      clear: unexpected("assistant.clear"),
    },
    notifications: {
      ways: unexpected("notifications.ways"),
      describe: unexpected("notifications.describe"),
      subscribe: unexpected("notifications.subscribe"),
      unsubscribe: unexpected("notifications.unsubscribe"),
      notePresence: unexpected("notifications.notePresence"),
    },
    models: {
      status: unexpected("models.status"),
      settings: unexpected("models.settings"),
      save: unexpected("models.save"),
      test: unexpected("models.test"),
      ledger: unexpected("models.ledger"),
    },
    removePerson: unexpected("removePerson"),
    landing: {
      repository: "",
      stars: unexpected("landing.stars"),
      demoUrl: null,
      requestDemo: unexpected("landing.requestDemo"),
    },
    slack: {
      isSetUp: false,
      list: unexpected("slack.list"),
      begin: unexpected("slack.begin"),
      finish: unexpected("slack.finish"),
      channels: unexpected("slack.channels"),
      place: unexpected("slack.place"),
      disconnect: unexpected("slack.disconnect"),
      interaction: unexpected("slack.interaction"),
      event: unexpected("slack.event"),
    },
    integrations: {
      list: unexpected("integrations.list"),
      read: unexpected("integrations.read"),
      change: unexpected("integrations.change"),
      test: unexpected("integrations.test"),
      remove: unexpected("integrations.remove"),
      letGo: unexpected("integrations.letGo"),
      deliveries: unexpected("integrations.deliveries"),
      replay: unexpected("integrations.replay"),
    },
    telegram: { link: unexpected("telegram.link") },
    webhooks: {
      add: unexpected("webhooks.add"),
      move: unexpected("webhooks.move"),
      rotate: unexpected("webhooks.rotate"),
    },
    fetchImage: unexpected("fetchImage"),
    summarize: unexpected("summarize"),
    brief: {
      read: unexpected("brief.read"),
      noteSeen: unexpected("brief.noteSeen"),
      leave: unexpected("brief.leave"),
    },
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
