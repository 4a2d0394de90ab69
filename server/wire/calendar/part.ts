import ICAL from "ical.js";

/** A component as ical.js reads it (jCal, RFC 7265, 3.3): its name, its properties, the components in it. */
export type Part = [name: string, properties: Property[], parts: Part[]];

/** Name, parameters, type, and one value or more (RFC 7265, 3.4). */
export type Property = [
  name: string,
  parameters: Record<string, string | string[] | undefined>,
  type: string,
  ...values: unknown[],
];

/** The calendars in a text; none when it cannot be read as one. */
export function readCalendars(text: string): Part[] {
  try {
    // For one calendar ical.js returns it alone, for several a list; its output follows the grammar of RFC 7265.
    const read = ICAL.parse(wellFormed(text)) as Part | Part[];
    const parts = (typeof read[0] === "string" ? [read] : read) as Part[];
    return parts.filter(([name]) => name === "vcalendar");
  } catch {
    // Whatever is wrong with it, it is shown as the file that it is.
    return [];
  }
}

/** Drops lines that violate RFC 5545 (3.1), which would make the whole calendar unreadable. */
function wellFormed(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]/g, "")
    .split("\n")
    .filter((line) => /^[A-Za-z0-9-]+[;:]/.test(line))
    .join("\r\n");
}

export function partsOf([, , parts]: Part, name: string): Part[] {
  return parts.filter((part) => part[0] === name);
}

export function propertiesOf([, properties]: Part, name: string): Property[] {
  return properties.filter((property) => property[0] === name);
}

export function propertyOf(part: Part, name: string): Property | undefined {
  return propertiesOf(part, name)[0];
}

export function valuesOf([, , , ...values]: Property): unknown[] {
  return values;
}

/** Returns the first value of a property as text; "" if it is absent. */
export function textOf(part: Part, name: string): string {
  const property = propertyOf(part, name);
  const value = property && valuesOf(property)[0];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A parameter's value; "" when it is not given. */
export function parameterOf([, parameters]: Property, name: string): string {
  const value = parameters[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
