import { expect, test } from "vitest";
import { folderProof } from "#/features/sidebar/folder-proof.ts";

test.each([
  [[], ""],
  [[{ here: 0, server: 0 }], ""],
  [[{ here: 3, server: 3 }], "3 emails, all synced"],
  [
    [
      { here: 1200, server: 1200 },
      { here: 4, server: 40 },
    ],
    "1,204 of 1,240 emails synced so far",
  ],
  [[{ here: 7, server: null }], "7 emails synced"],
  // A message deleted on the server, which is about to be deleted here.
  [[{ here: 9, server: 8 }], "9 emails, all synced"],
])("%j is described as %j", (folders, text) => {
  expect(folderProof(folders)).toBe(text);
});
