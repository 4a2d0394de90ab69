import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * How an answer is carried: `json` is the rule; `file` streams bytes with a name; `stream` is a live
 * text/event-stream; `upload` takes multipart/form-data with one field `file`, `bytes` a raw
 * body of type application/octet-stream, and both answer JSON; `text` is for operations.
 */
export type Carrier = "json" | "file" | "stream" | "upload" | "bytes" | "text";

/**
 * `signed`: the address itself carries a signature bound to user and expiry; a bearer works too. `admin`: a person who
 * is signed in and looks after the installation; everybody else is answered the same, whatever is asked for.
 */
export type Access = "anyone" | "user" | "signed" | "admin";

/**
 * What a personal API token can be allowed: to read everything but what guards the account; to write drafts; to send,
 * which includes drafts; to file mail and to change settings.
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
  /** Parameters stand in braces, as in `/email/preview/{emailId}`; they are part of the input. */
  path: `/${string}`;
  access: Who;
  /** What a personal API token needs for it. Null: no token is enough, it takes the person signed in. */
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

/** Whoever is asked for who they are may come with a token: each such endpoint decides about it. */
type Decided<Who extends Access> = Who extends "anyone"
  ? { scope?: never }
  : { scope: TokenScope | null };
