import { expect, type Locator, type Page } from "@playwright/test";
import type { CallApi } from "../../tools/demo/api.ts";
import {
  type Fault,
  type FakeProvider,
  goodKey,
  startFakeProvider,
} from "../../server/testing/fakes/model-provider.ts";
import { expectAccessible } from "../support/axe.ts";
import { openComposer, textOf, toastOf, write } from "../support/composer.ts";
import { signIn, test } from "../support/fixtures.ts";

/** Configures and enables the user's own model. */
async function useModel(call: CallApi, provider: FakeProvider): Promise<void> {
  const trial = `{"day":"Tuesday","number":7}`;
  provider.respondWith(({ isStream }) =>
    isStream ? "One, two, three, four, five, six, seven." : trial,
  );
  const own = {
    provider: "compatible" as const,
    baseUrl: provider.baseUrl,
    model: "fake-1",
    apiKey: goodKey,
  };
  await call("PUT /ai/settings", { source: "own", own, isOn: true });
  provider.received.length = 0;
}

/** Requests a text beside the message that is being written. */
async function askFor(dialog: Locator, request: string): Promise<Locator> {
  const panel = dialog.getByRole("region", { name: "Templates" });
  if (!(await panel.isVisible()))
    await dialog.getByRole("button", { name: "Templates and writing" }).click();
  await panel.getByRole("combobox").fill(request);
  return panel;
}

const savedText = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.values({ ...localStorage })));

test("writes a mail with AI, rewrites it, and undoes that", async ({ page, user }) => {
  await using provider = await startFakeProvider("compatible");
  await useModel(await user.connect(), provider);
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { to: "tom@example.org", subject: "Boat" });

  provider.respondWith(
    JSON.stringify({ text: "Dear Tom,\n\nThe boat leaves from pier nine.\n\nAda" }),
  );
  await askFor(dialog, "tell Tom that the boat leaves from pier nine");
  await expectAccessible(page, "writing with AI");
  await dialog.getByRole("option", { name: /^Write with AI: “tell Tom/ }).click();
  await expect(textOf(dialog)).toHaveValue("Dear Tom,\n\nThe boat leaves from pier nine.\n\nAda");
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  expect(provider.received).toHaveLength(1);
  expect(JSON.stringify(provider.received[0]?.body)).toContain("tell Tom that the boat");
  // The request to the model contains nothing of the message's header fields.
  expect(JSON.stringify(provider.received[0]?.body)).not.toContain("tom@example.org");

  provider.respondWith(JSON.stringify({ text: "Tom, pier nine. Ada" }));
  await askFor(dialog, "much shorter");
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("listbox").getByRole("option", { selected: true })).toContainText(
    "Rewrite with AI: “much shorter”",
  );
  await page.keyboard.press("Enter");
  await expect(textOf(dialog)).toHaveValue("Tom, pier nine. Ada");
  await expect(textOf(dialog)).toBeFocused();
  expect(JSON.stringify(provider.received[1]?.body)).toContain("leaves from pier nine");
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(textOf(dialog)).toHaveValue(/^Dear Tom,/);
});

const faults: [Fault, RegExp][] = [
  ["cut-stream", /AI model/],
  ["rate-limit", /AI model/],
  ["bad-json", /AI model/],
  ["huge", /AI model/],
];

test("keeps the text when the model fails in the middle, in every way it can fail", async ({
  page,
  user,
}) => {
  await using provider = await startFakeProvider("compatible");
  await useModel(await user.connect(), provider);
  await signIn(page, user);
  const dialog = await openComposer(page);
  const text = "Dear Tom, the boat, I think, leaves from pier nine.";
  await write(dialog, { to: "tom@example.org", subject: "Boat", text });
  provider.respondWith(
    JSON.stringify({ text: "Tom, pier nine, and this is the half of it that comes." }),
  );
  for (const [fault, toastOf] of faults) {
    provider.fail(fault);
    const panel = await askFor(dialog, `shorter, please (${fault})`);
    await dialog.getByRole("option", { name: /^Rewrite with AI/ }).click();
    await expect(panel.getByRole("alert")).toContainText(toastOf);
    await expect(textOf(dialog)).toHaveValue(text);
    // The request can be repeated at once, and no spinner is left.
    await expect(panel.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
  }
  await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(textOf(dialog)).toHaveValue(text);
});

test("keeps text typed while the model writes, and closing the panel ends the wait", async ({
  page,
  user,
}) => {
  await using provider = await startFakeProvider("compatible");
  await useModel(await user.connect(), provider);
  await signIn(page, user);
  const dialog = await openComposer(page);
  await write(dialog, { subject: "Boat", text: "The boat leaves at nine." });
  provider.respondWith(JSON.stringify({ text: "Boat at nine." }));
  provider.fail("slow-first-byte");

  const panel = await askFor(dialog, "shorter");
  await dialog.getByRole("option", { name: /^Rewrite with AI/ }).click();
  await expect(panel.getByText("Writing…")).toBeVisible();
  await textOf(dialog).fill("The boat leaves at nine, and Ben comes too.");
  await expect.poll(() => provider.received.length).toBe(1);
  provider.release();
  const choice = dialog.getByRole("option", { name: /^You continued writing/ });
  await expect(choice).toContainText("Boat at nine.");
  await expect(textOf(dialog)).toHaveValue("The boat leaves at nine, and Ben comes too.");
  await choice.click();
  await expect(textOf(dialog)).toHaveValue("Boat at nine.");
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(textOf(dialog)).toHaveValue("The boat leaves at nine, and Ben comes too.");

  await askFor(dialog, "longer");
  await dialog.getByRole("option", { name: /^Rewrite with AI/ }).click();
  await expect.poll(() => provider.received.length).toBe(2);
  await dialog.getByRole("combobox", { name: "What is this email for?" }).press("Escape");
  await expect(panel).toBeHidden();
  await expect(textOf(dialog)).toBeFocused();
  provider.release();
  provider.fail(null);
  // The next answer arrives later than the canceled one would have.
  provider.respondWith(
    JSON.stringify({ text: "The boat, which is red, leaves at nine with Ben." }),
  );
  await askFor(dialog, "say that it is red");
  await expect(textOf(dialog)).toHaveValue("The boat leaves at nine, and Ben comes too.");
  await dialog.getByRole("option", { name: /^Rewrite with AI/ }).click();
  await expect(textOf(dialog)).toHaveValue("The boat, which is red, leaves at nine with Ben.");
  await expect.poll(() => savedText(page)).toContain("which is red");
});
