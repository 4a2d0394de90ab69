/** Returns the time zone for a search that names days; other searches do not depend on it. */
export function zoneFor(query: string): { timeZone?: string } {
  if (!/\b(?:before|after|older|newer):/i.test(query)) return {};
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
