import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";

export interface S3Store extends AsyncDisposable {
  /** The operator's settings. */
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  stop: () => Promise<void>;
}

/** Starts an S3-compatible store on this machine that verifies every signature. */
export async function startS3(): Promise<S3Store> {
  const directory = await mkdtemp(path.join(tmpdir(), "inlet-s3-"));
  const bucket = "inlet";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  let isUp = true;
  const stop = async () => {
    if (isUp) await server.close();
    isUp = false;
  };
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: "us-east-1",
    // The only account of the store.
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  return {
    settings,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}
