import type { Page } from "@playwright/test";

/** Returns everything in the page's databases, as text. */
export function keptOn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const { promise: opened, resolve } = Promise.withResolvers<IDBDatabase>();
      const request = indexedDB.open(name);
      request.addEventListener("success", () => resolve(request.result));
      const database = await opened;
      const all = database.transaction("kept").objectStore("kept").getAll();
      await new Promise((done) => all.addEventListener("success", done));
      found.push(...all.result);
      database.close();
    }
    return JSON.stringify(found);
  });
}
