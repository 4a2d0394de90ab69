import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { limits } from "../limits.ts";

/** Returns a link to Telegram. If the user presses Start there, that chat is connected: once, and within ten minutes. */
export const linkTelegram = endpoint({
  method: "POST",
  path: "/telegram/link",
  access: "user",
  scope: null,
  input: z.object({ password: line(limits.passwordMaxLength).optional().default("") }),
  output: z.object({ url: z.string() }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "integration.not_set_up",
    "telegram.unreachable",
    "integration.too_many",
    "integration.limit",
  ],
});
