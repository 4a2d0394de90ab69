import { z } from "zod";

/** The operator's settings for metrics and shutdown. */
export const operationVariables = {
  INLET_METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{20,200}$/)
    .optional(),
  INLET_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .refine((seconds) => seconds <= 60)
    .default(0),
};

/** Hint for each variable whose value is invalid. */
export const operationHints = {
  INLET_METRICS_TOKEN:
    "Use 20 to 200 letters, digits, - and _, as `openssl rand -hex 32` prints them.",
  INLET_DRAIN_SECONDS: "Use a number from 0 to 60, as in INLET_DRAIN_SECONDS=5.",
} satisfies Record<keyof typeof operationVariables, string>;
