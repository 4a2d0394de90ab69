import { decodeFolderName } from "#/testing/fakes/imap/folder-name.ts";
import type { FakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { headerField, readMime } from "#/testing/fakes/imap/mime-parts.ts";
import { openPlainImap } from "#/testing/fakes/plain-imap.ts";
import { comparableFlags, type MailboxTruth } from "./folder-truth.ts";

/** A mailbox that other clients change while Inlet syncs it. */
export interface TrackedServer {
  login: { port: number; user: string; pass: string };
  /** Reads the current state of the server. */
  truth: () => Promise<MailboxTruth>;
  /** Prefix of new folders. */
  prefix: string;
  canMove: boolean;
  canUidExpunge: boolean;
  /** True if Inlet is to use STARTTLS. */
  hasTls: boolean;
  /** Sets a new UIDVALIDITY for the folder and gives its messages other UIDs. */
  renumber: (name: string) => Promise<void>;
}

export function trackedFake(server: FakeImap, user: string, mailbox: FakeMailbox): TrackedServer {
  const { capabilities, prefix, quirks } = server.profile;
  return {
    login: { port: server.port, user, pass: "secret" },
    prefix,
    canMove: capabilities.includes("MOVE"),
    canUidExpunge: capabilities.includes("UIDPLUS") && quirks.refusesUidExpunge !== true,
    hasTls: false,
    truth: async () => fakeTruth(mailbox),
    renumber: async (name) => mailbox.renumber(mailbox.folder(name)),
  };
}

/** Returns the model's state, read without the protocol. */
function fakeTruth(mailbox: FakeMailbox): MailboxTruth {
  const open = mailbox.folders.filter((folder) => !folder.isNoselect);
  return new Map(
    open.map((folder) => {
      const messages = mailbox.shown(folder).map((message) => {
        const { uid, flags, content } = message;
        const labels = mailbox
          .labels(folder, message)
          .filter(({ name, use }) => name !== "INBOX" && use === "")
          .map(({ name }) => `label:${decodeFolderName(name)}`);
        const { header } = readMime(content.raw.toString("latin1"));
        const messageId = headerField(header, "message-id").replace(/^<|>$/g, "");
        return [uid, { flags: comparableFlags([...flags, ...labels]), messageId }] as const;
      });
      const { uidValidity } = folder;
      return [decodeFolderName(folder.name), { uidValidity, messages: new Map(messages) }] as const;
    }),
  );
}

/**
 * For Dovecot, without an index of folders: it rebuilds the index at times while a session still uses the old one. Without it
 * every session lists the current folders.
 */
export const truthfulDovecot = "mailbox_list_index = no\n";

/** Wraps a server that follows the RFCs and supports UIDPLUS, such as Dovecot. */
export function trackedReal(
  login: TrackedServer["login"],
  { prefix = "", canMove = true, hasTls = false } = {},
): TrackedServer {
  return {
    login,
    prefix,
    canMove,
    canUidExpunge: true,
    hasTls,
    truth: async () => {
      await using client = await openPlainImap(login);
      const truth: MailboxTruth = new Map();
      for (const line of await client.run('LIST "" "*"')) {
        const [, marks = "", name = ""] = /^\* LIST \((.*?)\) \S+ "?([^"]*)"?$/.exec(line) ?? [];
        if (name === "" || /\\noselect|\\nonexistent/i.test(marks)) continue;
        const opened = await client.run(`EXAMINE "${name}"`);
        const uidValidity = Number(/UIDVALIDITY (\d+)/.exec(opened.join("\n"))?.[1] ?? 0);
        const query = "(UID FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])";
        const messages = (await client.run(`UID FETCH 1:* ${query}`)).flatMap((response) => {
          const uid = Number(/UID (\d+)/.exec(response)?.[1] ?? 0);
          if (uid === 0) return [];
          const flags = comparableFlags((/FLAGS \((.*?)\)/.exec(response)?.[1] ?? "").split(" "));
          const messageId = /<(.*?)>/.exec(response)?.[1] ?? "";
          return [[uid, { flags: flags.trim(), messageId }] as const];
        });
        truth.set(decodeFolderName(name), { uidValidity, messages: new Map(messages) });
      }
      return truth;
    },
    renumber: async (name) => {
      await using client = await openPlainImap(login);
      // The recreated folder has the same name and messages, under other numbers.
      const aside = `${prefix}aside-${Date.now()}`;
      await client.run(`RENAME "${name}" "${aside}"`);
      await client.run(`CREATE "${name}"`);
      await client.run(`SELECT "${aside}"`);
      const held = await client.run("UID SEARCH ALL");
      if (/\d/.test(held.join())) {
        await client.run(`UID ${canMove ? "MOVE" : "COPY"} 1:* "${name}"`);
      }
      await client.run(`SELECT "${name}"`);
      await client.run(`DELETE "${aside}"`);
    },
  };
}
