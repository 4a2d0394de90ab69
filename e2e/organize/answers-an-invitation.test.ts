import { expect, type Page } from "@playwright/test";
import {
  calendarEntry,
  calendarMail,
  tomorrow,
} from "../../server/testing/mailboxes/calendar-mail.ts";
import { startRadicale } from "../../server/testing/fakes/radicale.ts";
import { toastOf } from "../support/composer.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import type { UserMailbox } from "../support/product.ts";

const hourMs = 3600_000;

/** Returns the messages in the mailbox's inbox that mention the subject, unfolded. */
async function messagesAbout(mailbox: UserMailbox, subject: string): Promise<string[]> {
  await using client = await ImapClient.open(mailbox);
  const sources = (await client.sources("INBOX")).map((source) =>
    source.replaceAll(/=\r?\n/g, "").replaceAll(/\r?\n[ \t]/g, ""),
  );
  return sources.filter((source) => source.includes(`Subject: ${subject}`));
}

const card = (page: Page, title: string) => page.getByRole("region", { name: title });

test("accepts an invitation, undoes it, and sends the organizer one reply", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  const [organiser] = product.newUser().mailboxes;
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  const invite = {
    from: `Ann <${organiser.address}>`,
    to: north.address,
    organiser: organiser.address,
    uid: "tide@example.net",
    title: "Tide tables",
    attendees: [`CN=Ben;RSVP=TRUE:mailto:${north.address}`, "CN=Carl:mailto:carl@example.net"],
    lines: ["LOCATION:Harbour office", "RRULE:FREQ=WEEKLY;COUNT=4"],
  };
  await north.deliver(calendarMail(invite));
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 30 });
  await signIn(page, user);
  await openMail(page, "Tide tables");
  const event = card(page, "Tide tables");
  await expect(event.getByText("Harbour office")).toBeVisible();
  await expect(event.getByText("Every week, 4 times")).toBeVisible();
  await expect(event.getByRole("list", { name: "Guests" })).toContainText("You");
  await expect(event.getByText(`Your reply is sent from ${north.address}.`)).toBeVisible();
  await expect(event.getByRole("link", { name: "Download .ics" })).toBeVisible();
  // The card is the attachment.
  await expect(page.locator("#message").getByText(/attachment/)).toHaveCount(0);
  // A reply that could not be delivered is not shown as given.
  const answers = "**/email/*/invitation";
  await page.route(answers, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await event.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText(/^Your reply was not delivered/).first()).toBeVisible();
  await expect(event.getByText("Will you come?")).toBeVisible();
  await page.unroute(answers);
  await event.getByRole("button", { name: "Decline" }).click();
  await expect(event.getByText("You declined")).toBeVisible();
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(toastOf(page).getByText("Your reply was canceled")).toBeVisible();
  await expect(event.getByText("Will you come?")).toBeVisible();

  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  await page.reload();
  await card(page, "Tide tables").getByRole("button", { name: "Accept" }).click();
  await expect(event.getByText("You accepted")).toBeVisible();
  // The reply is in the conversation, and its row shows that it accepts.
  await expect(event.getByRole("button", { name: "Accept", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect
    .poll(() => messagesAbout(organiser, "Accepted: Tide tables"), { timeout: 30_000 })
    .toHaveLength(1);
  const [reply = ""] = await messagesAbout(organiser, "Accepted: Tide tables");
  expect(reply).toMatch(/Content-Type: text\/calendar;[^\n]*method=REPLY/i);
  expect(reply).toContain("UID:tide@example.net");
  expect(reply).toMatch(
    new RegExp(`ATTENDEE;[^\n]*PARTSTAT=ACCEPTED[^\n]*:mailto:${north.address}`),
  );
  expect(await messagesAbout(organiser, "Declined: Tide tables")).toEqual([]);

  await north.deliver(
    calendarMail({ ...invite, method: "CANCEL", sequence: 1, title: "Tide tables are off" }),
  );
  await openMail(page, "Tide tables are off");
  const off = card(page, "Tide tables are off");
  await expect(off.getByText("This event was canceled.")).toBeVisible();
  await expect(off.getByText(/canceled/i)).toHaveCount(1);
  // The text repeats the event, and is folded below it.
  const text = page.getByRole("button", { name: /^Text of this email/ });
  await expect(text).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("#message iframe")).toHaveCount(0);
  await text.click();
  await expect(page.locator("#message iframe")).toBeVisible();
  await openMail(page, "Tide tables");
});

test("connects a calendar, adds an accepted invitation to it and shows a conflict", async ({
  page,
  user,
  product,
}) => {
  await using radicale = await startRadicale();
  const [north] = user.mailboxes;
  const [organiser] = product.newUser().mailboxes;
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  await signIn(page, user, "/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Connect calendars" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No calendars connected yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Connect a calendar" }).click();
  await dialog.getByLabel("Address").fill(radicale.url);
  await dialog.getByLabel("User name").fill(radicale.user);
  await dialog.getByLabel("App password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("did not accept this user and password");
  await dialog.getByLabel("App password", { exact: true }).fill(radicale.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog.getByRole("radio", { name: "Work" }).check();
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  const entry = dialog.getByRole("list", { name: "Your calendars" }).getByRole("listitem");
  await expect(entry).toContainText("Work");
  await expect(entry).toContainText("Active");
  await dialog.getByRole("button", { name: "Test: Work" }).click();
  await expect(page.getByText(/^It works\. It has 0 events/).first()).toBeVisible();

  const start = tomorrow();
  const dentist = { uid: "dentist@example.net", title: "Dentist", start: start + hourMs / 2 };
  await radicale.write("work", "dentist.ics", calendarEntry(dentist));
  await north.deliver(
    calendarMail({
      from: `Ann <${organiser.address}>`,
      to: north.address,
      organiser: organiser.address,
      uid: "keel@example.net",
      title: "Keel laying",
      attendees: [`CN=Ben:mailto:${north.address}`],
      start,
    }),
  );
  await page.goto("/app");
  await openMail(page, "Keel laying");
  const event = card(page, "Keel laying");
  await expect(event.getByRole("note")).toContainText("Dentist");
  await event.getByRole("button", { name: "Accept" }).click();
  const kept = async () =>
    (await radicale.events("work")).filter((ics) => ics.includes("keel@example.net"));
  await expect.poll(kept, { timeout: 30_000 }).toHaveLength(1);
  const [ics = ""] = await kept();
  expect(ics.replaceAll(/\r?\n[ \t]/g, "")).toMatch(/ATTENDEE;[^\n]*PARTSTAT=ACCEPTED/);
  expect(await messagesAbout(organiser, "Accepted: Keel laying")).toHaveLength(1);
  await expect(event.getByText("Added to Work.")).toBeVisible();

  // Invitations accepted from now on are added to another calendar.
  await page.goto("/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Manage calendars" }).click();
  await dialog.getByRole("button", { name: "Connect a calendar" }).click();
  await dialog.getByLabel("Address").fill(radicale.url);
  await dialog.getByLabel("User name").fill(radicale.user);
  await dialog.getByLabel("App password", { exact: true }).fill(radicale.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog.getByRole("radio", { name: "Home" }).check();
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  const rows = dialog.getByRole("list", { name: "Your calendars" }).getByRole("listitem");
  const home = rows.filter({ hasText: "Home" });
  await expect(rows.filter({ hasText: "Work" })).toContainText("Default calendar");
  await expect(home).not.toContainText("Default calendar");
  await home.getByRole("button", { name: "More about Home" }).click();
  await page.getByRole("menuitem", { name: "Make default" }).click();
  await expect(home).toContainText("Default calendar");
  await expect(rows.filter({ hasText: "Work" })).not.toContainText("Default calendar");

  // An unreachable calendar is reported on the card, and the request is repeated when the user selects "Try again".
  await radicale.stop();
  await north.deliver(
    calendarMail({
      from: `Ann <${organiser.address}>`,
      to: north.address,
      organiser: organiser.address,
      uid: "mast@example.net",
      title: "Mast stepping",
      attendees: [`CN=Ben:mailto:${north.address}`],
      start: start + 48 * hourMs,
    }),
  );
  await page.goto("/app");
  await openMail(page, "Mast stepping");
  const second = card(page, "Mast stepping");
  await second.getByRole("button", { name: "Accept" }).click();
  await expect(second.getByText(/^Not yet added to Home/)).toBeVisible({ timeout: 30_000 });
  await expect(second.getByText("The calendar's server could not be reached.")).toBeVisible();
  await second.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Retrying now.").first()).toBeVisible();
});

test("keeps the time of a meeting for which a guest proposes another one", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  const [guest] = product.newUser().mailboxes;
  const call = await user.connect();
  const { preferences } = await call("GET /user/preferences", {});
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 30 });
  await north.deliver(
    calendarMail({
      from: `Cleo <${guest.address}>`,
      to: north.address,
      method: "COUNTER",
      organiser: north.address,
      uid: "sail@example.net",
      title: "Sail making",
      attendees: [`CN=Cleo:mailto:${guest.address}`],
    }),
  );
  await signIn(page, user);
  await openMail(page, "Sail making");
  const event = card(page, "Sail making");
  await expect(event.getByText("Cleo proposes a new time")).toBeVisible();
  await event.getByRole("button", { name: "Decline" }).click();
  await expect(event.getByText("Declined; time unchanged.")).toBeVisible();
  await toastOf(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(event.getByRole("button", { name: "Decline" })).toBeVisible();
  await call("PUT /user/preferences", { ...preferences, undoSeconds: 0 });
  await page.reload();
  await event.getByRole("button", { name: "Decline" }).click();
  await expect(event.getByText("Declined; time unchanged.")).toBeVisible();
  await expect
    .poll(() => messagesAbout(guest, "Not moved: Sail making"), { timeout: 30_000 })
    .toHaveLength(1);
  const [mail = ""] = await messagesAbout(guest, "Not moved: Sail making");
  expect(mail).toMatch(/Content-Type: text\/calendar;[^\n]*method=DECLINECOUNTER/i);
  expect(mail).toContain("UID:sail@example.net");
});
