import { z } from "zod";

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .refine((number) => number > 0);

/** Limits per user, as environment variables. */
export const quotaVariables = {
  INLET_SENDS_PER_HOUR: count.default(500),
  INLET_SENDS_PER_DAY: count.default(2000),
  INLET_RECIPIENTS_PER_DAY: count.default(5000),
  INLET_ACCOUNT_TESTS_PER_DAY: count.default(200),
  INLET_UPLOAD_MB: count.default(2048),
};

/** Hint for each variable whose value is invalid. */
export const quotaHints = {
  INLET_SENDS_PER_HOUR: "Use a number of emails above 0, as in INLET_SENDS_PER_HOUR=500.",
  INLET_SENDS_PER_DAY: "Use a number of emails above 0, as in INLET_SENDS_PER_DAY=2000.",
  INLET_RECIPIENTS_PER_DAY:
    "Use a number of recipients above 0, as in INLET_RECIPIENTS_PER_DAY=5000.",
  INLET_ACCOUNT_TESTS_PER_DAY:
    "Use a number of tries above 0, as in INLET_ACCOUNT_TESTS_PER_DAY=200.",
  INLET_UPLOAD_MB: "Use a number of megabytes above 0, as in INLET_UPLOAD_MB=2048.",
};

/** Returns the quotas by meaning. Where registration is open to all, new users get less. */
export function readQuotas(
  read: z.output<z.ZodObject<typeof quotaVariables>> & { INLET_REGISTRATION?: string | undefined },
) {
  return {
    isOpen: isOpen(read.INLET_REGISTRATION),
    sendsPerHour: read.INLET_SENDS_PER_HOUR,
    sendsPerDay: read.INLET_SENDS_PER_DAY,
    recipientsPerDay: read.INLET_RECIPIENTS_PER_DAY,
    accountTestsPerDay: read.INLET_ACCOUNT_TESTS_PER_DAY,
    uploadBytes: read.INLET_UPLOAD_MB * 1024 ** 2,
  };
}

/** Without a value in the environment, administrators decide. */
function isOpen(registration: string | undefined): boolean | "as_set" {
  return registration === undefined ? "as_set" : registration === "open";
}
