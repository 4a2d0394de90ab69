import { expect, it } from "vitest";
import { foldersWith } from "#/features/filing/folders-with.ts";

it("lists the folder with that name first, then those that begin with it, then the rest in their order", () => {
  const names = ["Credits", "Audit", "Items", "it", "Visits"];
  const folders = names.map((name) => ({ name }));
  expect(foldersWith("IT", folders).map(({ name }) => name)).toEqual([
    "it",
    "Items",
    "Credits",
    "Audit",
    "Visits",
  ]);
  expect(foldersWith("", folders).map(({ name }) => name)).toEqual(names);
});
