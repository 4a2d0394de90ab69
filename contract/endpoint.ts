import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * How an answer is carried: `json` is the rule; `file` streams bytes with a name; `stream` is a live
 * text/event-stream; `upload` takes multipart/form-data with one field `file`, `bytes` a raw
 * body of type application/octet-stream, and both answer JSON; `text` is for operations.
 */
export type Carrier = "json" | "file" | "stream" | "upload" | "bytes" | "text";

/** `signed`: the address itself carries a signature bound to user and expiry; a bearer works too. */
export type Access = "anyone" | "user" | "signed";

/** One call of the API: how it is reached, who may make it, what goes in, what comes out, how it fails. */
export interface Endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access = Access,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Parameters stand in braces, as in `/email/preview/{emailId}`; they are part of the input. */
  path: `/${string}`;
  access: Who;
  carrier: Carrier;
  input: Input;
  output: Output;
  errors: readonly Code[];
}

/** The endpoint as a value with its exact types. `carrier` is `json` unless said. */
export function endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Who extends Access,
  const Code extends ErrorCode = never,
>(
  definition: Omit<Endpoint<Input, Output, Code, Who>, "carrier"> & { carrier?: Carrier },
): Endpoint<Input, Output, Code, Who> {
  return { carrier: "json", ...definition };
}
