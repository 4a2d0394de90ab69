import { expect, test } from "vitest";
import { findSettings } from "#/screens/settings/find-settings.ts";
import { settingsIndex } from "#/screens/settings/settings-index.ts";
import { settingsTabs } from "#/screens/settings/settings-tabs.ts";

const namesOf = (typed: string) => findSettings(settingsIndex, typed).map(({ name }) => name);

test("settings are found by the words of their names and hints, those with the words in the name first", () => {
  expect(namesOf("undo s")[0]).toBe("Undo send");
  expect(namesOf("THEME")[0]).toBe("Theme");
  expect(namesOf("fingerprint")).toEqual(["Passkeys"]);
  expect(namesOf("")).toEqual([]);
  expect(namesOf("windlass")).toEqual([]);
  expect(namesOf("sign-in")).toEqual(namesOf("sign in"));
  expect(namesOf("sign-in")).not.toEqual([]);
});

test("words with accents and words within words are matched as people type them", () => {
  const entries = [{ name: "Réponses" }, { name: "署名の設定" }, { name: "Resend" }];
  expect(findSettings(entries, "reponses")).toEqual([entries[0]]);
  expect(findSettings(entries, "設定")).toEqual([entries[1]]);
  expect(findSettings(entries, "send")).toEqual([]);
});

test("every tab but the accounts has a setting that can be found", () => {
  const found = new Set(settingsIndex.map(({ tab }) => tab));
  const tabs = settingsTabs.map(({ value }) => value);
  expect(tabs.filter((tab) => !found.has(tab))).toEqual(["accounts"]);
});
