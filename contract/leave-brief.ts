import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";

/**
 * Ends the daily brief by mail, at the address in the head of its letter (RFC 8058): a form that nobody signed in sends.
 * Opened in a browser the address leads to the settings instead.
 */
export const leaveBrief = endpoint({
  method: "POST",
  path: "/brief/leave/{token}",
  access: "anyone",
  input: z.object({ token: line(1000) }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["link.expired"],
});
