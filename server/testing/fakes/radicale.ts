import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#/testing/free-port.ts";

/** A real CalDAV and CardDAV server on loopback, with one user, two calendars and two address books. */
export interface TestRadicale extends AsyncDisposable {
  url: string;
  user: string;
  password: string;
  /** Returns a calendar's events, as in its files. */
  events: (calendar: "work" | "home") => Promise<string[]>;
  /** Stores an event like another client. */
  write: (calendar: "work" | "home", name: string, ics: string) => Promise<void>;
  /** Returns the cards of an address book by file name. */
  cards: (book: Book) => Promise<Map<string, string>>;
  /** Stores a card like another client; null deletes it. */
  writeCard: (book: Book, name: string, card: string | null) => Promise<void>;
  /** Changes the user's password. */
  changePassword: (password: string) => Promise<void>;
  stop: () => Promise<void>;
}

const startMs = 20_000;
const calendars = { work: "Work", home: "Home" } as const;
const books = { friends: "Friends", club: "Club" } as const;
type Book = keyof typeof books;

/** Starts Radicale with a temporary folder; throws one clear sentence if it is not installed. */
export async function startRadicale(): Promise<TestRadicale> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-radicale-"));
  const port = await freePort();
  const user = "ben";
  const login = { password: "app-password" };
  const users = path.join(dir, "users");
  const collections = path.join(dir, "collections");
  const home = path.join(collections, "collection-root", user);
  const keepLogin = () => writeFile(users, `${user}:${login.password}\n`);
  await keepLogin();
  for (const [name, displayName] of Object.entries(calendars)) {
    await createCollection(home, name, { tag: "VCALENDAR", "D:displayname": displayName });
  }
  for (const [name, displayName] of Object.entries(books)) {
    await createCollection(home, name, { tag: "VADDRESSBOOK", "D:displayname": displayName });
  }
  const config = path.join(dir, "config");
  await writeFile(config, configuration(port, users, collections));
  const radicale = await launch(config, port);
  const request = async (file: string, init: { method: string; type: string; body?: string }) => {
    const authorization = `Basic ${Buffer.from(`${user}:${login.password}`).toString("base64")}`;
    const { method, type, body } = init;
    const answer = await fetch(`http://127.0.0.1:${port}/${user}/${file}`, {
      method,
      headers: { authorization, "content-type": `${type}; charset=utf-8` },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`Radicale answered ${answer.status}: ${await answer.text()}`);
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    user,
    get password() {
      return login.password;
    },
    async events(calendar) {
      const folder = path.join(home, calendar);
      const names = (await readdir(folder)).filter((name) => name.endsWith(".ics"));
      return Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    },
    write: (calendar, name, ics) =>
      request(`${calendar}/${name}`, { method: "PUT", type: "text/calendar", body: ics }),
    async cards(book) {
      const folder = path.join(home, book);
      const names = (await readdir(folder)).filter((name) => name.endsWith(".vcf"));
      const read = async (name: string) =>
        [name, await readFile(path.join(folder, name), "utf8")] as const;
      return new Map(await Promise.all(names.map(read)));
    },
    writeCard: (book, name, card) =>
      request(`${book}/${name}`, {
        type: "text/vcard",
        ...(card === null ? { method: "DELETE" } : { method: "PUT", body: card }),
      }),
    async changePassword(password) {
      login.password = password;
      await keepLogin();
    },
    stop: radicale.stop,
    async [Symbol.asyncDispose]() {
      await radicale.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function createCollection(home: string, name: string, properties: object): Promise<void> {
  await mkdir(path.join(home, name), { recursive: true });
  await writeFile(path.join(home, name, ".Radicale.props"), JSON.stringify(properties));
}

function configuration(port: number, users: string, collections: string): string {
  const settings = [
    "[server]",
    `hosts = 127.0.0.1:${port}`,
    "[auth]",
    "type = htpasswd",
    `htpasswd_filename = ${users}`,
    "htpasswd_encryption = plain",
    "delay = 0",
    "[storage]",
    `filesystem_folder = ${collections}`,
    "[logging]",
    "level = warning",
  ];
  return `${settings.join("\n")}\n`;
}

/** Starts the process and waits until it listens. */
async function launch(config: string, port: number): Promise<{ stop: () => Promise<void> }> {
  const child = spawn("radicale", ["--config", config], { stdio: "ignore" });
  const ended = once(child, "exit");
  const failed = new Promise<never>((_, reject) => {
    child.once("error", (cause) => {
      reject(new Error("Radicale is not installed: apt-get install radicale", { cause }));
    });
  });
  // Only the first to settle counts; the other rejection needs a handler.
  failed.catch(() => undefined);
  ended.catch(() => undefined);
  await Promise.race([untilListening(port), failed]);
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error("Radicale did not start.");
}
