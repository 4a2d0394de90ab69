import { z } from "zod";

/** What whoever runs the server sets of its figures and of its end. */
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

/** What to do about each of them when its value is no good. */
export const operationMends = {
  INLET_METRICS_TOKEN:
    "Use 20 to 200 letters, digits, - and _, as `openssl rand -hex 32` prints them.",
  INLET_DRAIN_SECONDS: "Use a number from 0 to 60, as in INLET_DRAIN_SECONDS=5.",
} satisfies Record<keyof typeof operationVariables, string>;
