import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * The format of a response: `json` is the default; `file` streams bytes with a name; `stream` is a live text/event-stream;
 * `upload` takes multipart/form-data with one field `file`, and `bytes` a raw body of type application/octet-stream, and both
 * respond with JSON; `text` is for operations.
 */
export type Carrier = "json" | "file" | "stream" | "upload" | "bytes" | "text";

/**
 * `signed`: the address itself carries a signature bound to user and expiry; a bearer works too. `admin`: a person who
 * is signed in and looks after the installation; everybody else is answered the same, whatever is asked for.
 */
export type Access = "anyone" | "user" | "signed" | "admin";

/**
 * The scopes of a personal API token: read everything except what guards the account; write drafts; send, which includes drafts;
 * file mail and change settings.
 */
export const tokenScopes = ["read", "draft", "send", "settings"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** One call of the API: how it is reached, who may make it, what goes in, what comes out, how it fails. */
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
  /** Sentences for programs that make the call, shown in the OpenAPI document. */
  description?: string;
}

/** The endpoint as a value with its exact types. `carrier` is `json` unless said. */
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
