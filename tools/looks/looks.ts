import { administrationLooks } from "./administration.ts";
import { aiLooks } from "./ai.ts";
import { composeLooks } from "./compose.ts";
import { entryLooks } from "./entry.ts";
import { linkingLooks } from "./linking.ts";
import { listLooks } from "./list.ts";
import type { Look } from "./look.ts";
import { readerLooks } from "./reader.ts";
import { settingsLooks } from "./settings.ts";

/** Every look there is. One more entry in a list here is in the pictures, and before axe when that is asked for. */
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
