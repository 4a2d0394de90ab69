import { administrationLooks } from "./administration.ts";
import { aiLooks } from "./ai.ts";
import { composeLooks } from "./compose.ts";
import { entryLooks } from "./entry.ts";
import { linkingLooks } from "./linking.ts";
import { listLooks } from "./list.ts";
import type { Look } from "./screenshot.ts";
import { readerLooks } from "./reader.ts";
import { settingsLooks } from "./settings.ts";

/** All screenshots. Each entry in these lists gets a screenshot, and a check by axe if requested. */
export const looks: readonly Look[] = [
  ...entryLooks,
  ...listLooks,
  ...readerLooks,
  ...composeLooks,
  ...settingsLooks,
  ...administrationLooks,
  ...aiLooks,
  ...linkingLooks,
];
