import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";

/**
 * Ends the daily brief by email, at the address in the header of its message (RFC 8058), which a form sends without a session.
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
