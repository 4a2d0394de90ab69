import { z } from "zod";

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .refine((number) => number > 0);

/** How much one person may do, as the environment spells it. */
export const quotaVariables = {
  INLET_SENDS_PER_HOUR: count.default(500),
  INLET_SENDS_PER_DAY: count.default(2000),
  INLET_RECIPIENTS_PER_DAY: count.default(5000),
  INLET_ACCOUNT_TESTS_PER_DAY: count.default(200),
  INLET_UPLOAD_MB: count.default(2048),
};

/** What to do about each when its value is no good. */
export const quotaMends = {
  INLET_SENDS_PER_HOUR: "Use a number of emails above 0, as in INLET_SENDS_PER_HOUR=500.",
  INLET_SENDS_PER_DAY: "Use a number of emails above 0, as in INLET_SENDS_PER_DAY=2000.",
  INLET_RECIPIENTS_PER_DAY:
    "Use a number of recipients above 0, as in INLET_RECIPIENTS_PER_DAY=5000.",
  INLET_ACCOUNT_TESTS_PER_DAY:
    "Use a number of tries above 0, as in INLET_ACCOUNT_TESTS_PER_DAY=200.",
  INLET_UPLOAD_MB: "Use a number of megabytes above 0, as in INLET_UPLOAD_MB=2048.",
};

/** The same by what they mean. Where registration was opened to all, whoever is new gets less. */
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

/** Where the environment says nothing, administrators decide. */
function isOpen(registration: string | undefined): boolean | "as_set" {
  return registration === undefined ? "as_set" : registration === "open";
}
