import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The page at Telegram where pressing Start connects that chat: once, and within ten minutes. */
export const linkTelegram = endpoint({
  method: "POST",
  path: "/telegram/link",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ url: z.string() }),
  errors: ["integration.not_set_up", "telegram.unreachable", "integration.too_many"],
});
