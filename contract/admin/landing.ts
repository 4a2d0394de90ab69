import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { limits } from "../limits.ts";

/** Returns the public repository of the product and its number of stars; null while that is unknown. */
export const starCount = endpoint({
  method: "GET",
  path: "/meta/stars",
  access: "anyone",
  input: z.object({}),
  output: z.object({ repository: z.string(), stars: z.number().int().nullable() }),
  errors: [],
});

/** Returns the page where demos are scheduled, if the operator configured one; null: they are requested here. */
export const demoPage = endpoint({
  method: "GET",
  path: "/meta/demo",
  access: "anyone",
  input: z.object({}),
  output: z.object({ url: z.string().nullable() }),
  errors: [],
});

/** Stores a visitor's request for a demo here. No email is sent about it. */
export const requestDemo = endpoint({
  method: "POST",
  path: "/meta/demo",
  access: "anyone",
  input: z.object({
    name: line(limits.nameMaxLength).trim().default(""),
    email: line(limits.emailMaxLength).trim().default(""),
    /** Start time, and the visitor's time zone. */
    startsAt: z.iso.datetime(),
    zone: line(100).default("UTC"),
    note: z
      .string()
      .max(limits.demoNoteMaxLength)
      .regex(/^[^\0]*$/)
      .default(""),
  }),
  output: z.object({ state: z.literal("stored") }),
  errors: ["demo.fields_required", "demo.email_invalid", "demo.in_the_past"],
});
