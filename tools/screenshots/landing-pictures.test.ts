import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const landing = path.resolve(import.meta.dirname, "../../web/features/landing");
const folder = path.join(landing, "pictures");
const maxBytes = 300_000;

it("keeps all pictures of the landing page within 300 kB, and shows each", () => {
  const names = readdirSync(folder);
  const shown = readFileSync(path.join(landing, "product-shot.tsx"), "utf8");
  expect(names.filter((name) => !shown.includes(`pictures/${name}?url`))).toEqual([]);
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
});
