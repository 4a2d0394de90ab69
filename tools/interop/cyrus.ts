import { openPlainImap } from "../../server/testing/fakes/plain-imap.ts";
import { trackedReal } from "../../server/testing/faults/tracking/tracked-server.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startBoxed } from "./boxed.ts";
import { type InteropServer, pass, people, usualFolders } from "./interop-server.ts";
import type { Unpacked } from "./unpack.ts";

/** The packages that Cyrus needs: sasl2-bin writes the passwords, tzdata is read at each start. */
export const cyrusPackages: readonly string[] = [
  "cyrus-imapd",
  "cyrus-common",
  "sasl2-bin",
  "libsasl2-modules",
  "libsasl2-modules-db",
  "tzdata",
];

/** Without a domain, which makes it the administrator of all domains. */
const admin = "admin";

export interface CyrusLayout {
  /** `alternative`: folders are beside the inbox, with `/` between names; else below `INBOX.`. */
  namespace: "alternative" | "classic";
  /** With `immediate`, expunged messages are removed at once, and Cyrus soon cannot report which ones vanished. */
  expunge: "delayed" | "immediate";
}

/** Starts Cyrus with at most a hundred processes, and with mailboxes in a temporary folder. */
export async function startCyrus(
  { root, versions }: Unpacked,
  { namespace, expunge }: CyrusLayout,
): Promise<InteropServer> {
  const isAlternative = namespace === "alternative";
  const delimiter = isAlternative ? "/" : ".";
  const prefix = isAlternative ? "" : "INBOX.";
  const port = await freePort();
  const box = await startBoxed(root, port, {
    "imapd.conf": `configdirectory: /srv/conf
defaultpartition: default
partition-default: /srv/spool
admins: ${admin}
servername: localhost
virtdomains: userid
defaultdomain: localhost
altnamespace: ${isAlternative ? "yes" : "no"}
unixhierarchysep: ${isAlternative ? "yes" : "no"}
expunge_mode: ${expunge}
delete_mode: ${expunge}
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: /srv/sasldb
sasl_mech_list: PLAIN LOGIN
allowplaintext: yes
idlesocket: /run/cyrus/idle
`,
    "cyrus.conf": `START {
  recover cmd="/usr/lib/cyrus/bin/ctl_cyrusdb -C /srv/imapd.conf -r"
  idled cmd="/usr/lib/cyrus/bin/idled -C /srv/imapd.conf"
}
SERVICES {
  imap cmd="/usr/lib/cyrus/bin/imapd -C /srv/imapd.conf" listen="127.0.0.1:${port}" proto="tcp4" prefork=2 maxchild=100
}
EVENTS {
}
`,
    start: `set -e
mkdir -p /srv/conf/socket /srv/spool /run/cyrus/socket
for login in ${admin}@localhost ${people.join(" ")}; do
  echo ${pass} | saslpasswd2 -p -c -f /srv/sasldb -u \${login#*@} \${login%@*}
done
chown -R cyrus:mail /srv /run/cyrus
exec /usr/lib/cyrus/bin/master -C /srv/imapd.conf -M /srv/cyrus.conf -p /run/cyrus/master.pid -D
`,
  });
  let next = 0;
  return {
    name: `Cyrus, ${namespace} namespace, ${expunge} expunge`,
    version: versions["cyrus-imapd"] ?? "",
    delimiter,
    hasQresync: true,
    async newUser(has) {
      const user = people[next++] ?? "";
      {
        await using client = await openPlainImap({ port, user: admin, pass });
        // In the classic namespace a dot in the name would separate folders.
        await client.run(`CREATE "user${delimiter}${user}"`);
      }
      await using client = await openPlainImap({ port, user, pass });
      for (const { name, use } of has === "folders" ? usualFolders(prefix) : []) {
        await client.run(`CREATE "${name}" (USE (${use}))`);
      }
      return trackedReal({ port, user, pass }, { prefix });
    },
    [Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
  };
}
