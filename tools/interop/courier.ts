import { openPlainImap } from "../../server/testing/fakes/plain-imap.ts";
import { trackedReal } from "../../server/testing/faults/tracking/tracked-server.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startBoxed } from "./boxed.ts";
import { type InteropServer, pass, people, usualFolders } from "./interop-server.ts";
import type { Unpacked } from "./unpack.ts";

/** The package gamin is included because Courier without it waits half a second for it whenever it opens a folder. */
export const courierPackages: readonly string[] = [
  "courier-imap",
  "courier-base",
  "courier-authlib",
  "courier-authdaemon",
  "courier-authlib-userdb",
  "coreutils",
  "gamin",
  "dash",
];

const prefix = "INBOX.";
const lib = "/usr/lib/courier";

/** Starts Courier, whose folders are all below the inbox. */
export async function startCourier({ root, versions }: Unpacked): Promise<InteropServer> {
  const port = await freePort();
  const box = await startBoxed(root, port, {
    authdaemonrc: `authmodulelist=authuserdb
authmodulelistorig=authuserdb
daemons=3
authdaemonvar=/run/courier/authdaemon
DEBUG_LOGIN=0
DEFAULTOPTIONS=
LOGGEROPTS=
`,
    // Courier's own scripts need Perl and a booted machine. By default Courier checks for new mail in IDLE once a minute.
    start: `set -e
cp /srv/authdaemonrc /etc/courier/authdaemonrc
mkdir -p /run/courier/authdaemon
pass=$(printf '${pass}\\n${pass}\\n' | userdbpw -md5)
for login in ${people.join(" ")}; do
  for part in cur new tmp; do mkdir -p /srv/mail/$login/Maildir/$part; done
  printf '%s\\timappw=%s|uid=61|gid=61|home=/srv/mail/%s|mail=/srv/mail/%s/Maildir\\n' \\
    $login "$pass" $login $login
done > /srv/lines
echo . >> /srv/lines
chown -R courier:courier /srv/mail
for database in userdb userdbshadow; do
  ${lib}/courier-authlib/makedatprog - /etc/courier/new /etc/courier/$database.dat < /srv/lines
done
set -a
. /srv/authdaemonrc
${lib}/courier-authlib/authdaemond &
. /etc/courier/imapd
IMAP_STARTTLS=NO
IMAP_IDLE_TIMEOUT=2
exec couriertcpd -address=127.0.0.1 -maxprocs=100 -maxperip=100 -nodnslookup -noidentlookup \\
  ${port} ${lib}/courier/imaplogin /usr/bin/imapd Maildir
`,
  });
  let next = 0;
  return {
    name: "Courier",
    version: versions["courier-imap"] ?? "",
    delimiter: ".",
    hasQresync: false,
    async newUser(has) {
      const user = people[next++] ?? "";
      await using client = await openPlainImap({ port, user, pass });
      for (const { name } of has === "folders" ? usualFolders(prefix) : []) {
        await client.run(`CREATE "${name}"`);
      }
      return trackedReal({ port, user, pass }, { prefix, canMove: false });
    },
    [Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
  };
}
