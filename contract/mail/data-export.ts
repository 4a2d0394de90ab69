import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { limits } from "../limits.ts";

/** Returns a signed URL, valid for five minutes, that downloads all data of the user as one zip. */
export const exportEverything = endpoint({
  method: "POST",
  path: "/user/export",
  access: "user",
  scope: null,
  input: z.object({ password: line(limits.passwordMaxLength).optional().default("") }),
  output: z.object({ url: z.string() }),
  errors: ["password.wrong", "password.sign_in_again", "login.too_many"],
});

/** Returns the zip for a signed URL: mail as one mbox per folder, and everything else as JSON, without secrets. */
export const exportedEverything = endpoint({
  method: "GET",
  path: "/user/export/{token}",
  access: "signed",
  scope: null,
  carrier: "file",
  input: z.object({ token: line(8192) }),
  output: z.unknown(),
  errors: ["export.refused"],
});
