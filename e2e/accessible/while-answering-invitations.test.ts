import { expect, type Page } from "@playwright/test";
import { readInvitation } from "../../contract/integrations/invitations.ts";
import { calendarMail } from "../../server/testing/mailboxes/calendar-mail.ts";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { anIntegration } from "../support/integration-fixtures.ts";

const work = anIntegration("calendar", { name: "Work", target: "dav.example.org" });
const home = {
  ...anIntegration("calendar", { name: "Home", target: "dav.example.org" }),
  id: "linked-home" as typeof work.id,
  state: "failed" as const,
  reason: "The calendar's server could not be reached.",
};

async function look(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  const file = process.env["INLET_LOOKS"];
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    if (file) await page.screenshot({ path: `${file}/${what.replaceAll(" ", "-")}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 375, height: 812 });
  await expectAccessible(page, `${what}, on a phone`, ["dark"]);
  if (file) await page.screenshot({ path: `${file}/${what.replaceAll(" ", "-")}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("all users can answer an invitation, and see its state", async ({ page, user }) => {
  test.setTimeout(looksMs);
  const [north] = user.mailboxes;
  const invite = {
    from: "Ann <ann@example.net>",
    to: north.address,
    attendees: [`CN=Ben:mailto:${north.address}`],
  };
  await north.deliver(calendarMail({ ...invite, uid: "a@example.net", title: "Keel laying" }));
  const ours = { organiser: north.address, attendees: ["CN=Ann:mailto:ann@example.net"] };
  await north.deliver(
    calendarMail({
      ...invite,
      ...ours,
      method: "COUNTER",
      uid: "b@example.net",
      title: "Sail making",
    }),
  );
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Keel laying");
  const card = page.getByRole("region", { name: "Keel laying" });
  await card.getByText("Will you come?").waitFor();
  await look(page, "an invitation");

  for (const [state, reason] of [
    ["stands", ""],
    ["retrying", "The calendar's server could not be reached."],
  ] as const) {
    await answerCalendar(page, state, reason);
    await page.reload();
    await card.getByText("You accepted").waitFor();
    await card.getByText(/added to Work/i).waitFor();
    await look(page, `an invitation that is ${state} in a calendar`);
  }
  // The card polls automatically: a pending response ends first.
  await page.unrouteAll({ behavior: "wait" });

  await page.goto("/app");
  await openMail(page, "Sail making");
  await page
    .getByRole("region", { name: "Sail making" })
    .getByRole("button", { name: "Decline" })
    .waitFor();
  await look(page, "another time");
});

test("the choice of a calendar for accepted invitations is accessible", async ({ page, user }) => {
  test.setTimeout(looksMs);
  await page.route("**/integrations", (route) =>
    route.request().resourceType() === "fetch"
      ? route.fulfill({ json: { integrations: [work, home], isSetUp: ["calendar"] } })
      : route.fallback(),
  );
  await page.route("**/calendars/taker", (route) => route.fulfill({ json: { id: work.id } }));
  await user.connect();
  await signIn(page, user, "/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Manage calendars" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/Default calendar/)).toBeVisible();
  await look(page, "calendars");
  await dialog.getByRole("button", { name: "More about Home" }).click();
  await page.getByRole("menuitem", { name: "Make default" }).waitFor();
  await expectAccessible(page, "the menu of a calendar");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Connect a calendar" }).click();
  await dialog.getByLabel("Address").waitFor();
  await look(page, "a new calendar");
});

/** Changes the server's own response to that after the calendar was updated. */
async function answerCalendar(
  page: Page,
  state: "stands" | "retrying",
  reason: string,
): Promise<void> {
  await page.route("**/email/*/invitation", async (route) => {
    const response = await route.fetch();
    const { invitation } = readInvitation.output.parse(await response.json());
    await route.fulfill({
      response,
      json: {
        invitation: {
          ...invitation,
          answer: { answer: "accepted", outboxId: null, state: "accepted" },
        },
        calendar: { integrationId: work.id, deliveryId: "told-1", name: "Work", state, reason },
      },
    });
  });
}
