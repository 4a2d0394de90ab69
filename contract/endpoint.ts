import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * The format of a response: `json` is the default; `file` streams bytes with a name; `stream` is a live text/event-stream;
 * `upload` takes multipart/form-data with one field `file`, and `bytes` a raw body of type application/octet-stream, and both
 * respond with JSON; `text` is for operations.
 */
export type Carrier = "json" | "file" | "stream" | "upload" | "bytes" | "text";

/**
 * Access to an endpoint. `signed`: the URL carries a signature bound to a user and an expiry; a bearer token works too. `admin`:
 * only for administrators; all other clients receive the same error for any input.
 */
export type Access = "anyone" | "user" | "signed" | "admin";

/**
 * The scopes of a personal API token: read everything except what guards the account; write drafts; send, which includes drafts;
 * file mail and change settings.
 */
export const tokenScopes = ["read", "draft", "send", "settings"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** One endpoint of the API: address, access, input, output and errors. */
export interface Endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Code extends ErrorCode,
  Who extends Access = Access,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Parameters are in braces, as in `/email/preview/{emailId}`; they are part of the input. */
  path: `/${string}`;
  access: Who;
  /** The scope that a personal API token needs. Null: no token is enough, only a signed-in user may call. */
  scope: TokenScope | null;
  carrier: Carrier;
  input: Input;
  output: Output;
  errors: readonly Code[];
  /** Description for developers of API clients, shown in the OpenAPI document. */
  description?: string;
}

/** Returns the endpoint with its exact types. `carrier` defaults to `json`. */
export function endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Who extends Access,
  const Code extends ErrorCode = never,
>(
  definition: Omit<Endpoint<Input, Output, Code, Who>, "carrier" | "scope"> &
    Decided<Who> & { carrier?: Carrier },
): Endpoint<Input, Output, Code, Who> {
  return { carrier: "json", scope: null, ...definition };
}

/** An endpoint that authenticates its caller also accepts tokens, so it must decide about their scope. */
type Decided<Who extends Access> = Who extends "anyone"
  ? { scope?: never }
  : { scope: TokenScope | null };
