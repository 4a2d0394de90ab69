import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("the address book, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-contacts-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const save = ({ client }: SignedUpUser, id: string, fields: object = {}) =>
    client.call("PUT /contacts/{id}", {
      id,
      name: "",
      organization: "",
      notes: "",
      addresses: [],
      ...fields,
    });
  const namesOf = async ({ client }: SignedUpUser, asked: object = {}) =>
    (await client.call("GET /contacts", asked)).contacts.map(({ name }) => name);

  it("stores contacts, finds them by parts of name and address, and shows none of other users", async () => {
    const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
    await save(anna, "c1", {
      name: "Zoë Ünlü",
      organization: "Harbour Works",
      notes: "Two\nlines",
      addresses: ["Zoe@harbour.example", "z@home.example"],
    });
    await save(anna, "c2", { name: "Bo" });
    // Ids are unique per user: the same id of another user is another contact.
    await save(ben, "c1", { name: "Ben's" });
    expect(await namesOf(anna)).toEqual(["Bo", "Zoë Ünlü"]);
    for (const query of ["zoe", "unlu", "harb", "z@home"]) {
      expect(await namesOf(anna, { query })).toEqual(["Zoë Ünlü"]);
    }
    expect(await namesOf(anna, { query: "%" })).toEqual([]);
    expect(await namesOf(ben)).toEqual(["Ben's"]);
    const { contact } = await save(anna, "c1", { name: "Zoë", addresses: ["z@home.example"] });
    expect(contact).toEqual({
      id: "c1",
      name: "Zoë",
      organization: "",
      notes: "",
      addresses: ["z@home.example"],
      groupIds: [],
      sent: 0,
    });
    await expect(ben.client.call("DELETE /contacts/{id}", { id: "c2" })).rejects.toThrow(
      "contact.not_found",
    );
  });

  it("ranks by use, and its names take precedence over those in messages", async () => {
    const anna = await signUpUser(app.origin, "Fay");
    for (const [id, name] of [
      ["a", "Al"],
      ["b", "Bo"],
      ["c", "Cy"],
    ] as const) {
      await save(anna, id, { name, addresses: [`${name}@X.org`] });
    }
    const { accountId, folderId } = await aMailbox(app.execute, anna.user.id, "pier");
    const message = {
      from: [{ name: "Fay", address: "fay@x.org" }],
      to: [{ name: "Robert from mails", address: "bo@x.org" }],
    };
    const messages = [aMessage({ uid: 100, isOwn: true, message })];
    await app.execute("messages.takeIn", { userId: anna.user.id, accountId, folderId, messages });
    expect(await namesOf(anna)).toEqual(["Bo", "Al", "Cy"]);
    const { recipients } = await anna.client.call("GET /recipients", { query: "robert" });
    expect(recipients.map(({ name, address }) => [name, address])).toEqual([["Bo", "bo@x.org"]]);
    const found = await anna.client.call("GET /recipients", { query: "cy" });
    expect(found.recipients).toMatchObject([{ name: "Cy", address: "cy@x.org", sent: 0 }]);
  });

  it("comes in pages, with each contact once", async () => {
    const anna = await signUpUser(app.origin, "Gil");
    const count = contactLimits.page * 2 + 5;
    const text = Array.from(
      { length: count },
      (_, at) => `BEGIN:VCARD\nFN:Same\nEMAIL:p${at}@x.org\nEND:VCARD\n`,
    ).join("");
    const counted = await anna.client.call("POST /contacts/cards", { text });
    expect(counted).toEqual({ added: count, known: 0, skipped: 0 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { contacts: { id: string }[]; nextCursor: string | null } =
        await anna.client.call("GET /contacts", cursor === null ? {} : { cursor });
      seen.push(...page.contacts.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
    await expect(anna.client.call("GET /contacts", { cursor: "x" })).rejects.toThrow(
      "list.bad_cursor",
    );
  });

  if (!usualEngines.includes(engine)) return;

  it("requires a name or an address, and valid addresses", async () => {
    const anna = await signUpUser(app.origin, "Clara");
    await expect(save(anna, "a", { name: "\u202E " })).rejects.toThrow("contact.fields_required");
    await expect(save(anna, "a", { addresses: ["nobody"] })).rejects.toThrow("contact.bad_address");
    const { contact } = await save(anna, "a", { name: "Anna\u202Egpj", addresses: ["a@x.org"] });
    expect(contact.name).toBe("Annagpj");
  });

  it("restores a deleted contact with its groups", async () => {
    const anna = await signUpUser(app.origin, "Dora");
    const { client } = anna;
    await save(anna, "a", { name: "Bo", addresses: ["bo@x.org"] });
    await client.call("PUT /contact-groups/{id}", { id: "g", name: "Crew" });
    const member = { id: "g", contactId: "a" };
    await client.call("PUT /contact-groups/{id}/members/{contactId}", {
      ...member,
      isMember: true,
    });
    await client.call("DELETE /contacts/{id}", { id: "a" });
    expect(await namesOf(anna)).toEqual([]);
    expect((await client.call("GET /contact-groups", {})).groups).toMatchObject([{ members: 0 }]);
    const { contact } = await client.call("POST /contacts/{id}/restore", { id: "a" });
    expect(contact).toMatchObject({ addresses: ["bo@x.org"], groupIds: ["g"] });
    await client.call("DELETE /contacts/{id}", { id: "a" });
    await app.execute("contacts.prune", { before: app.clock.now() + 1 });
    await expect(client.call("POST /contacts/{id}/restore", { id: "a" })).rejects.toThrow(
      "contact.not_found",
    );
  });

  it("has groups with unique names, which completion offers with their members", async () => {
    const anna = await signUpUser(app.origin, "Emil");
    const { client } = anna;
    await save(anna, "a", { name: "Bo", addresses: ["bo@x.org", "bo@home.example"] });
    await save(anna, "b", { name: "Cy", addresses: [] });
    await client.call("PUT /contact-groups/{id}", { id: "g", name: "Night crew" });
    await expect(
      client.call("PUT /contact-groups/{id}", { id: "h", name: "NIGHT CREW" }),
    ).rejects.toThrow("contact_group.name_taken");
    const put = (contactId: string, isMember = true) =>
      client.call("PUT /contact-groups/{id}/members/{contactId}", { id: "g", contactId, isMember });
    await put("a");
    await put("a");
    await put("b");
    await expect(put("nobody")).rejects.toThrow("contact.not_found");
    expect(await namesOf(anna, { groupId: "g" })).toEqual(["Bo", "Cy"]);
    const { groups } = await client.call("GET /recipients", { query: "crew" });
    expect(groups).toEqual([
      { id: "g", name: "Night crew", members: [{ name: "Bo", address: "bo@x.org" }] },
    ]);
    await put("a", false);
    expect(await namesOf(anna, { groupId: "g" })).toEqual(["Cy"]);
    await client.call("DELETE /contact-groups/{id}", { id: "g" });
    expect((await client.call("GET /contact-groups", {})).groups).toEqual([]);
    expect(await namesOf(anna)).toEqual(["Bo", "Cy"]);
  });

  it("continues where a page ended, even if its last contact was changed", async () => {
    const ivy = await signUpUser(app.origin, "Ivy");
    const count = contactLimits.page * 2;
    const numbered = (at: number) => `Person ${String(at).padStart(3, "0")}`;
    const text = Array.from({ length: count }, (_, at) =>
      ["BEGIN:VCARD", "VERSION:3.0", `FN:${numbered(at)}`, "END:VCARD", ""].join("\r\n"),
    ).join("");
    await ivy.client.call("POST /contacts/cards", { text });
    const first = await ivy.client.call("GET /contacts", {});
    const last = first.contacts.at(-1);
    if (!last) throw new Error("There is nobody.");
    await ivy.client.call("PUT /contacts/{id}", { ...last, name: "Aaron" });
    const next = await ivy.client.call("GET /contacts", { cursor: first.nextCursor ?? "" });
    const seen = [...first.contacts, ...next.contacts].map(({ id }) => id);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
    await ivy.client.call("DELETE /contacts/{id}", { id: last.id });
    const again = await ivy.client.call("GET /contacts", { cursor: first.nextCursor ?? "" });
    expect(again.contacts.map(({ id }) => id)).toEqual(next.contacts.map(({ id }) => id));
  });

  it("imports vCards, once each, and exports them with all unknown properties", async () => {
    const anna = await signUpUser(app.origin, "Hal");
    const card = [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "UID:urn:x:1",
      "N:Reed;Tom;;;",
      "FN:Tom Reed",
      "item1.EMAIL;TYPE=HOME:tom@x.org",
      "item1.X-ABLabel:Boat",
      "BDAY:1990-01-02",
      "TEL;TYPE=CELL:+44 1",
      'X-THING;A="b:c":d\\,e',
      "END:VCARD",
      "",
    ].join("\r\n");
    const first = await anna.client.call("POST /contacts/cards", { text: card });
    expect(first).toEqual({ added: 1, known: 0, skipped: 0 });
    expect(await anna.client.call("POST /contacts/cards", { text: card })).toEqual({
      added: 0,
      known: 1,
      skipped: 0,
    });
    expect((await anna.client.call("GET /contacts/cards", {})).text).toBe(card);
    const [known] = (await anna.client.call("GET /contacts", {})).contacts;
    await save(anna, known?.id ?? "", {
      name: "Tom Q. Reed",
      addresses: ["tom@x.org", "reed@x.org"],
    });
    const { text } = await anna.client.call("GET /contacts/cards", {});
    expect(text).toBe(
      card
        .replace("N:Reed;Tom;;;", "N:Reed;Tom Q.;;;")
        .replace("FN:Tom Reed", "FN:Tom Q. Reed")
        .replace("tom@x.org\r\n", "tom@x.org\r\nEMAIL;TYPE=INTERNET:reed@x.org\r\n"),
    );
  });

  it("refuses files without cards, and files with too many contacts for the address book", async () => {
    const anna = await signUpUser(app.origin, "Ida");
    await expect(anna.client.call("POST /contacts/cards", { text: "Hello" })).rejects.toThrow(
      "contact.unreadable",
    );
    const text = "BEGIN:VCARD\nFN:A\nEMAIL:a@x.org\nEND:VCARD\n";
    const many = Array.from({ length: contactLimits.contacts + 1 }, (_, at) =>
      text.replace("a@x.org", `a${at}@x.org`),
    );
    await expect(anna.client.call("POST /contacts/cards", { text: many.join("") })).rejects.toThrow(
      "contact.too_many",
    );
    expect(await namesOf(anna)).toEqual([]);
  });
});
