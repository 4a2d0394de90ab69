import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AccountId, type FolderId, type MessageId, UserId } from "@inlet/contract/ids.ts";
import { classifyArrived } from "../../../server/ai/classify/classification.ts";
import { summarizeArrived } from "../../../server/ai/summaries/summarize-arrived.ts";
import type { AppContext } from "../../../server/http/context.ts";
import { ownAddressesOf } from "../../../server/store/accounts/identity-queries.ts";
import { anAccount, aMessage, someFolders } from "../../../server/testing/apps/published-calls.ts";
import { createClient } from "../../../server/testing/apps/client.ts";
import { startRealApp } from "../../../server/testing/apps/real-app.ts";
import { testContext } from "../../../server/testing/apps/test-context.ts";
import { signUpUser } from "../../../server/testing/factories/user.ts";
import { threadKeys } from "../../../server/mail/sync/thread-keys.ts";
import { parseMessage } from "../../../server/wire/mime/parse.ts";
import { type ModernMail, readCases } from "./corpus.ts";

/** Wednesday, 25 November 2026, 10:00 in Vienna: the time of the corpus. */
const now = Date.UTC(2026, 10, 25, 9);
export const timeZone = "Europe/Vienna";
const addresses = { vanek: "tomas@vanek-partners.test", harborlight: "t.vanek@harborlight.test" };

type ContextOptions = NonNullable<Parameters<typeof testContext>[2]>;
export type ModernStage = Awaited<ReturnType<typeof startStage>>;

/** Starts the product with the user and all messages of the corpus, which arrive one after another, and calls `run` with it. */
export async function withStage<Result>(
  corpora: string,
  run: (stage: ModernStage) => Promise<Result>,
  options: ContextOptions = {},
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), "inlet-modern-"));
  try {
    const stage = await startStage(corpora, folder, options);
    const result = await run(stage);
    await stage.app[Symbol.asyncDispose]();
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function startStage(corpora: string, folder: string, options: ContextOptions) {
  let context: AppContext | undefined;
  const app = await startRealApp("sqlite", {
    callsPerMinute: 1e9,
    context: (parts) => (context = testContext(parts, folder, options)),
  });
  if (context === undefined) throw new Error("The app has no context.");
  const { mail } = context;
  const messages = readCases<ModernMail>(corpora, "mails", "all");
  const timeOf = ({ hours_ago: hours }: ModernMail) => now - hours * 3600_000;
  app.clock.time = Math.min(...messages.map(timeOf)) - 3600_000;
  const { client: first, user, password } = await signUpUser(app.origin, "Tomas");
  const userId = UserId.parse(user.id);
  const { preferences } = await first.call("GET /user/preferences", {});
  await first.call("PUT /user/preferences", {
    notifications: { ...preferences.notifications, timeZone },
  });
  const folders = new Map<string, FolderId>();
  const accounts = new Map<string, AccountId>();
  for (const [name, address] of Object.entries(addresses)) {
    const accountId = await anAccount(app.execute, userId, address);
    accounts.set(name, accountId);
    for (const each of await someFolders(app.execute, userId, accountId, [
      "inbox",
      "sent",
      "archive",
    ]))
      folders.set(`${name} ${each.role}`, each.id);
  }
  const own = await ownAddressesOf(app.database.reader, userId);
  const idOf = new Map<string, MessageId>();
  let uid = 0;
  for (const one of messages) {
    app.clock.time = timeOf(one);
    const { attachments: _, sentDate: _sent, ...message } = await parseMessage(rawOf(one));
    const isOwn = message.from.some(({ address }) => own.has(address.toLowerCase()));
    const accountId = accounts.get(one.account);
    const folderId = folders.get(`${one.account} ${one.sent_by_me ? "sent" : "inbox"}`);
    if (!accountId || !folderId) throw new Error(`${one.id} has no folder.`);
    const [stored] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [
        {
          ...aMessage({ uid: ++uid, message }),
          flags: one.sent_by_me ? ["\\Seen"] : [],
          internalDate: timeOf(one),
          isLive: true,
          isOwn,
          threadKeys: threadKeys(message),
        },
      ],
    });
    if (!stored) throw new Error(`${one.id} was not stored.`);
    idOf.set(one.id, stored.messageId);
    const arrived = { userId, messageId: stored.messageId };
    await classifyArrived(mail, arrived);
    await summarizeArrived(mail, arrived);
  }
  app.clock.time = now;
  // The first session has expired since.
  const { token } = await first.call("POST /user/login", { email: user.email, password });
  const client = createClient(app.origin, token);
  return { app, context, mail, client, userId, mails: messages, idOf, accounts };
}

/** Returns the message in MIME, with the given header fields. */
function rawOf(mail: ModernMail): Buffer {
  const sent = new Date(now - mail.hours_ago * 3600_000).toUTCString().replace("GMT", "+0000");
  const head = [
    ...Object.entries(mail.headers)
      .filter(([name]) => name === "Authentication-Results")
      .map(([name, value]) => `${name}: ${value}`),
    `From: ${encodedAddress(mail.from)}`,
    `To: ${mail.to.map(encodedAddress).join(", ")}`,
    ...(mail.cc.length > 0 ? [`Cc: ${mail.cc.map(encodedAddress).join(", ")}`] : []),
    `Date: ${sent}`,
    `Subject: ${encodedWord(mail.subject)}`,
    ...Object.entries(mail.headers)
      .filter(([name]) => name !== "Authentication-Results")
      .map(([name, value]) => `${name}: ${value}`),
    "MIME-Version: 1.0",
  ];
  const plain = entity("plain", mail.text);
  const html = mail.html === null ? null : entity("html", mail.html);
  const body =
    html === null
      ? plain
      : mail.text === ""
        ? html
        : [
            'Content-Type: multipart/alternative; boundary="modern"',
            "",
            ...[plain, html].flatMap((part) => ["--modern", part]),
            "--modern--",
            "",
          ].join("\r\n");
  return Buffer.from([...head, body].join("\r\n"));
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

function entity(subtype: string, text: string): string {
  const lines = base64(text).replaceAll(/.{76}/g, "$&\r\n");
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
}

const encodedWord = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${base64(text)}?=`;

function encodedAddress(text: string): string {
  const [, name = "", address = text] = /^(.*?)\s*<([^>]+)>$/.exec(text) ?? [];
  if (name === "") return address;
  const phrase = /^[\w .-]*$/.test(name) ? name : encodedWord(name);
  return `${phrase === name && !/^[\w ]*$/.test(name) ? JSON.stringify(name) : phrase} <${address}>`;
}
