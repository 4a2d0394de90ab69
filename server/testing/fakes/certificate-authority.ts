import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";

const run = promisify(execFile);
const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

interface Issued {
  key: string;
  cert: string;
}

/** A certificate authority that this process trusts until it is disposed. Everything is PEM. */
export interface TestAuthority extends AsyncDisposable {
  /** Issues a certificate for this host. `days` may be negative, for an expired one. */
  issue: (host: string, days: number) => Promise<Issued>;
}

/** Creates the certificate authority. */
export async function startTestAuthority(): Promise<TestAuthority> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-authority-"));
  const at = (name: string) => path.join(dir, name);
  const openssl = (given: string) => run("openssl", given.split(" "), { cwd: dir });
  await openssl(`req -x509 -days 2 -subj /CN=authority ${key} -keyout ca.key -out ca.pem`);
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, await readFile(at("ca.pem"), "utf8")]);
  return {
    async issue(host, days) {
      const names = `-subj /CN=${host} -addext subjectAltName=DNS:${host}`;
      await openssl(`req ${names} ${key} -keyout leaf.key -out leaf.csr`);
      const signed = `-copy_extensions copy -CA ca.pem -CAkey ca.key -out leaf.pem`;
      await openssl(`x509 -req -in leaf.csr -days ${days} ${signed}`);
      return {
        key: await readFile(at("leaf.key"), "utf8"),
        cert: await readFile(at("leaf.pem"), "utf8"),
      };
    },
    async [Symbol.asyncDispose]() {
      setDefaultCACertificates(usual);
      await rm(dir, { recursive: true });
    },
  };
}
