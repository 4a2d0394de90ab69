import ICAL from "ical.js";

/** A component as parsed by ical.js (jCal, RFC 7265, 3.3): its name, its properties, its subcomponents. */
export type Part = [name: string, properties: Property[], parts: Part[]];

/** Name, parameters, type, and one or more values (RFC 7265, 3.4). */
export type Property = [
  name: string,
  parameters: Record<string, string | string[] | undefined>,
  type: string,
  ...values: unknown[],
];

/** Returns the calendars in a text; none if it cannot be parsed. */
export function readCalendars(text: string): Part[] {
  try {
    // For one calendar ical.js returns it alone, for several a list; its output follows the grammar of RFC 7265.
    const read = ICAL.parse(wellFormed(text)) as Part | Part[];
    const parts = (typeof read[0] === "string" ? [read] : read) as Part[];
    return parts.filter(([name]) => name === "vcalendar");
  } catch {
    // An invalid calendar is shown as a file.
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

/** Returns a parameter's value; "" if it is absent. */
export function parameterOf([, parameters]: Property, name: string): string {
  const value = parameters[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
