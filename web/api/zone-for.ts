/** Where the days begin that a search names; a search that names none is the same everywhere. */
export function zoneFor(query: string): { timeZone?: string } {
  if (!/\b(?:before|after|older|newer):/i.test(query)) return {};
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
