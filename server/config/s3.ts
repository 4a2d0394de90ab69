import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** A bucket in an S3-compatible store. */
export interface S3Settings {
  /** Address of the store; the bucket is the first part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Environment variables of the S3 store. */
export const s3Variables = {
  INLET_S3_ENDPOINT: z.string().refine(isWebAddress).optional(),
  INLET_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  INLET_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default("us-east-1"),
  INLET_S3_ACCESS_KEY_ID: z.string().optional(),
  INLET_S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** Hint for each variable whose value is invalid. */
export const s3Hints = {
  INLET_S3_ENDPOINT:
    "Use the web address of the storage, as in INLET_S3_ENDPOINT=https://s3.example.org.",
  INLET_S3_BUCKET: "Use the name of an existing bucket, as in INLET_S3_BUCKET=inlet.",
  INLET_S3_REGION: "Use the region of the bucket, or leave it out for us-east-1.",
  INLET_S3_ACCESS_KEY_ID: "Use the access key id from your storage provider.",
  INLET_S3_SECRET_ACCESS_KEY: "Use the secret access key from your storage provider.",
} satisfies Record<keyof typeof s3Variables, string>;

type Read = z.output<z.ZodObject<typeof s3Variables>>;

/** All or nothing: files in two places are a mistake that would go unnoticed. Null: files are in the data folder. */
export function readS3(given: Read): { store: S3Settings | null } | { mistake: string } {
  const { INLET_S3_ENDPOINT: endpoint, INLET_S3_BUCKET: bucket, INLET_S3_REGION: region } = given;
  const { INLET_S3_ACCESS_KEY_ID: accessKeyId } = given;
  const { INLET_S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    const store = { endpoint: endpoint.replace(/\/$/, ""), bucket, region };
    return { store: { ...store, accessKeyId, secretAccessKey } };
  }
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return { store: null };
  return {
    mistake:
      "Only some of INLET_S3_ENDPOINT, INLET_S3_BUCKET, INLET_S3_ACCESS_KEY_ID and INLET_S3_SECRET_ACCESS_KEY are set. File storage needs all four.",
  };
}
