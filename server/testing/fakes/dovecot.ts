import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { selfSigned } from "#/testing/factories/certificate.ts";
import { freePort } from "#/testing/free-port.ts";

interface TestUser {
  name: string;
  pass: string;
}

/** A private Dovecot on free ports. */
export interface TestDovecot extends AsyncDisposable {
  host: "127.0.0.1";
  /** Plain-text port; it offers STARTTLS if `tls` is set. */
  imapPort: number;
  /** TLS port with a self-signed certificate; 0 unless `tls` is set. */
  imapsPort: number;
  /** Returns the path of the user's maildir (Maildir++). */
  maildir: (user: string) => string;
  /** Delivers a message to the user's inbox. */
  deliver: (user: string, raw: string | Uint8Array) => Promise<void>;
  /** Changes a user's password; existing connections remain. */
  setPass: (user: string, pass: string) => Promise<void>;
  /** Closes the user's connections. */
  kick: (user: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** The user of the mail processes when the tests run as root, which Dovecot refuses to serve. */
const unprivilegedIds = { uid: 65534, gid: 65534 };

interface DovecotOptions {
  users: TestUser[];
  tls?: boolean;
  /** Also accepts OAuth tokens, verified at this URL (RFC 7662). */
  introspectionUrl?: string;
  /** The only OAuth mechanism; by default both. */
  tokenMechanism?: "xoauth2" | "oauthbearer";
  /** Creates only an inbox, like some servers. */
  isBare?: boolean;
  /** Capabilities to announce instead of the real ones: extensions are switched off by leaving them out. */
  capabilities?: string;
  /** Additional lines of Dovecot's configuration. */
  settings?: string;
  /** Data folder, which remains after the test; by default a temporary one. */
  dir?: string;
  program?: string;
}

/** Starts Dovecot with a private configuration. Throws one clear sentence if it is not installed. */
export async function startDovecot(options: DovecotOptions): Promise<TestDovecot> {
  const dir = options.dir ?? (await mkdtemp(path.join(tmpdir(), "inlet-dovecot-")));
  const maildir = (user: string) => path.join(dir, "mail", user, "Maildir");
  await createMaildirs(
    dir,
    options.users.map(({ name }) => maildir(name)),
  );
  const imapPort = await freePort();
  const imapsPort = options.tls ? await freePort() : 0;
  const passes = new Map(options.users.map(({ name, pass }) => [name, pass]));
  const writeUsers = () => {
    const logins = [...passes].map(([name, pass]) => `${name}:{PLAIN}${pass}::::::\n`);
    return writeFile(path.join(dir, "users"), logins.join(""));
  };
  await writeUsers();
  await writeConfiguration(options, { dir, imapPort, imapsPort });

  const server = await launch(options.program ?? "dovecot", path.join(dir, "dovecot.conf"));
  let delivered = 0;
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const exit = once(server, "exit");
      // A graceful stop takes a second, which is worthwhile only if the folder remains.
      if (options.dir) server.kill("SIGTERM");
      else process.kill(-(server.pid ?? 0), "SIGKILL");
      await exit;
    }
    if (!options.dir) await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    host: "127.0.0.1",
    imapPort,
    imapsPort,
    maildir,
    deliver: async (user, raw) => {
      // Dovecot numbers new files by name, so the name contains a counter to preserve the order of deliveries.
      const name = `${Date.now()}.M${String(++delivered).padStart(9, "0")}.${randomUUID()}`;
      const temporary = path.join(maildir(user), "tmp", name);
      await writeFile(temporary, raw);
      await own(temporary);
      await rename(temporary, path.join(maildir(user), "new", name));
    },
    setPass: async (user, pass) => {
      passes.set(user, pass);
      await writeUsers();
    },
    kick: async (user) => {
      const admin = spawn("doveadm", ["-c", path.join(dir, "dovecot.conf"), "kick", user], {
        env: environment,
        stdio: "ignore",
      });
      await once(admin, "exit");
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Gives a file to the user of the mail processes. */
async function own(file: string): Promise<void> {
  if (isRoot()) await chown(file, unprivilegedIds.uid, unprivilegedIds.gid);
}

const isRoot = () => process.getuid?.() === 0;

async function createMaildirs(dir: string, maildirs: readonly string[]): Promise<void> {
  await mkdir(path.join(dir, "mail"), { recursive: true });
  // The mail processes run as another user and need access.
  await chmod(dir, 0o755);
  await own(path.join(dir, "mail"));
  for (const maildir of maildirs) {
    for (const part of ["..", "", "tmp", "new", "cur"]) {
      await mkdir(path.join(maildir, part), { recursive: true });
      await own(path.join(maildir, part));
    }
  }
}

/** Writes the configuration and the files it names, except for the users. */
async function writeConfiguration(
  options: DovecotOptions,
  at: { dir: string; imapPort: number; imapsPort: number },
): Promise<void> {
  const { dir } = at;
  if (options.tls) {
    const { key, cert } = await selfSigned();
    await writeFile(path.join(dir, "key.pem"), key, { mode: 0o600 });
    await writeFile(path.join(dir, "cert.pem"), cert);
  }
  const tokenMechanisms =
    options.introspectionUrl === undefined ? "" : (options.tokenMechanism ?? "xoauth2 oauthbearer");
  if (tokenMechanisms !== "") {
    await writeFile(path.join(dir, "oauth2.conf"), oauthConfiguration(options.introspectionUrl));
  }
  const { isBare = false, capabilities = "", settings = "" } = options;
  const text = configuration({ ...at, isRoot: isRoot(), isBare, tokenMechanisms, capabilities });
  await writeFile(path.join(dir, "dovecot.conf"), text + settings);
}

/** Debian installs daemons outside an ordinary user's PATH. */
const environment = {
  PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin`,
};

/** Waits until the server listens. Throws its output if it ends before. */
async function launch(program: string, configFile: string): Promise<ChildProcess> {
  const server = spawn(program, ["-F", "-c", configFile], {
    env: environment,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  await new Promise<void>((fulfil, reject) => {
    server.stderr.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
      if (output.includes("starting up")) fulfil();
    });
    server.once("exit", () => reject(new Error(`Dovecot did not start: ${output}`)));
    server.once("error", (cause) => {
      const message =
        "Dovecot is not installed: on Debian run `apt-get install --no-install-recommends dovecot-imapd`.";
      reject(new Error(message, { cause }));
    });
  });
  return server;
}

interface Place {
  dir: string;
  isRoot: boolean;
  isBare: boolean;
  /** Mechanisms separated by spaces; "" for none. */
  tokenMechanisms: string;
  capabilities: string;
  imapPort: number;
  imapsPort: number;
}

function configuration(place: Place): string {
  const { dir, isRoot, isBare, capabilities, tokenMechanisms, imapPort, imapsPort } = place;
  const uid = isRoot ? unprivilegedIds.uid : process.getuid?.();
  const gid = isRoot ? unprivilegedIds.gid : process.getgid?.();
  // Without root, Dovecot cannot change user or root directory. With root, it uses its own users.
  const unprivileged = `
default_internal_user = #${uid}
default_internal_group = #${gid}
default_login_user = #${uid}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}`;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/run
instance_name = inlet-test-${imapPort}
log_path = /dev/stderr
ssl = ${imapsPort ? "yes" : "no"}
${imapsPort ? `ssl_cert = <${dir}/cert.pem\nssl_key = <${dir}/key.pem` : ""}
disable_plaintext_auth = no
auth_mechanisms = plain login ${tokenMechanisms}
auth_failure_delay = 0
auth_verbose = no
first_valid_uid = 1
first_valid_gid = 1
mail_fsync = never
mail_max_userip_connections = 200
mail_location = maildir:~/Maildir
${isRoot ? "" : unprivileged}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  process_min_avail = 1
  service_count = 0
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
  }
}
service imap {
  process_limit = 200
}
${tokenMechanisms === "" ? "" : tokenPassdb(dir, tokenMechanisms)}
${capabilities === "" ? "" : `protocol imap {\n  imap_capability = ${capabilities}\n}`}
passdb {
  driver = passwd-file
  args = ${dir}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${dir}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
${isBare ? "" : specialFolders()}
}
`;
}

function tokenPassdb(dir: string, mechanisms: string): string {
  return `passdb {
  driver = oauth2
  mechanisms = ${mechanisms}
  args = ${dir}/oauth2.conf
}`;
}

function oauthConfiguration(introspectionUrl: string | undefined): string {
  return `introspection_mode = post
introspection_url = ${introspectionUrl}
force_introspection = yes
username_attribute = sub
active_attribute = active
active_value = true
`;
}

function specialFolders(): string {
  const roles = {
    Sent: "Sent",
    Drafts: "Drafts",
    Archive: "Archive",
    Junk: "Junk",
    Trash: "Trash",
  };
  return Object.entries(roles)
    .map(
      ([name, use]) => `  mailbox ${name} {\n    auto = subscribe\n    special_use = \\${use}\n  }`,
    )
    .join("\n");
}
