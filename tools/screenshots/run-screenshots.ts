import { administrationScreenshots } from "./administration.ts";
import { aiScreenshots } from "./ai.ts";
import { composeScreenshots } from "./compose.ts";
import { entryScreenshots } from "./entry.ts";
import { linkingScreenshots } from "./linking.ts";
import { listScreenshots } from "./list.ts";
import { listVariantScreenshots } from "./list-variants.ts";
import type { Look } from "./screenshot.ts";
import { readerScreenshots } from "./reader.ts";
import { settingsScreenshots } from "./settings.ts";

/** All screenshots. Each entry in these lists gets a screenshot, and a check by axe if requested. */
export const looks: readonly Look[] = [
  ...entryScreenshots,
  ...listScreenshots,
  ...listVariantScreenshots,
  ...readerScreenshots,
  ...composeScreenshots,
  ...settingsScreenshots,
  ...administrationScreenshots,
  ...aiScreenshots,
  ...linkingScreenshots,
];
