import { z } from "zod";

/** One line of text. A line break or NUL in it could end a header or a command of a mail protocol early. */
export const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\r\n\0]*$/);

/** A whole number, also given as digits in a query or a form field. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max));

/** A boolean, also given as text in a query. */
export const flag = z.union([
  z.boolean(),
  z.enum(["true", "false"]).transform((text) => text === "true"),
]);

/** The IANA time zone in which the days of a search begin; absent: UTC. */
export const timeZone = line(60).refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
});
