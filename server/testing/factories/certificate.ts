import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Creates a self-signed certificate for localhost and 127.0.0.1. Returns PEM. */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-certificate-"));
  try {
    const key = path.join(dir, "key.pem");
    const cert = path.join(dir, "cert.pem");
    const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";
    await run(
      "openssl",
      [
        ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", names],
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
        ["-keyout", key, "-out", cert],
      ].flat(),
    );
    return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
  } finally {
    await rm(dir, { recursive: true });
  }
}
