import type { ContactGroupId, ContactId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookCard } from "#/testing/factories/address-card.ts";
import { aBookOwner, startContactBookApp } from "#/testing/fakes/contact-book-app.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { startRadicale, type TestRadicale } from "#/testing/fakes/radicale.ts";

describe.each(bothEngines)("groups of an external address book, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startContactBookApp>>;
  let radicale: TestRadicale;
  let owner: Awaited<ReturnType<typeof aBookOwner>>;
  beforeAll(async () => {
    stage = await startContactBookApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    radicale = await startRadicale();
    owner = await aBookOwner(stage, radicale);
    return async () => radicale[Symbol.asyncDispose]();
  });

  const put = (name: string, card: string | null) =>
    radicale.writeCard("friends", `${name}.vcf`, card);
  const person = (uid: string) => put(uid, bookCard(uid, uid));
  const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
  const apple = (uid: string, name: string, members: readonly string[], ...more: string[]) =>
    put(
      uid,
      card(
        "VERSION:3.0",
        `UID:${uid}`,
        `FN:${name}`,
        `N:${name};;;;`,
        "X-ADDRESSBOOKSERVER-KIND:group",
        ...members.map((member) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${member}`),
        ...more,
      ),
    );
  const rfc = (uid: string, name: string, members: readonly string[]) =>
    put(
      uid,
      card(
        "VERSION:4.0",
        "KIND:group",
        `UID:urn:uuid:${uid}`,
        `FN:${name}`,
        ...members.map((member) => `MEMBER:urn:uuid:${member}`),
      ),
    );
  const cards = async () =>
    [...(await radicale.cards("friends")).values()].map((one) => one.replaceAll(/\r?\n[ \t]/g, ""));
  const groupCards = async () => (await cards()).filter((one) => /KIND:group/i.test(one));

  /** Returns each group with the names of its members. */
  async function groups() {
    const { client } = owner.ben;
    const listed = await client.call("GET /contact-groups", {});
    const people = await owner.contacts();
    return Object.fromEntries(
      listed.groups.map(({ id, name }) => [
        name,
        people
          .filter(({ groupIds }) => groupIds.includes(id))
          .map((one) => one.name)
          .toSorted(),
      ]),
    );
  }
  async function idOf(name: string): Promise<ContactGroupId> {
    const { groups: listed } = await owner.ben.client.call("GET /contact-groups", {});
    const group = listed.find((one) => one.name === name);
    if (!group) throw new Error(`There is no ${name}.`);
    return group.id;
  }
  const make = (id: string, name: string) =>
    owner.ben.client.call("PUT /contact-groups/{id}", { id: id as ContactGroupId, name });
  async function member(group: string, name: string, isMember: boolean) {
    const contact = (await owner.contacts()).find((one) => one.name === name);
    await owner.ben.client.call("PUT /contact-groups/{id}/members/{contactId}", {
      id: await idOf(group),
      contactId: contact?.id ?? ("" as ContactId),
      isMember,
    });
  }
  const settled = async (id: Awaited<ReturnType<typeof owner.connected>>) =>
    expect(await owner.sync(id)).toMatchObject({
      isDone: true,
      answer: "Already in sync.",
    });

  it("send local changes of groups to the server, and keep properties unknown to Inlet", async () => {
    const { connected, sync, save } = owner;
    await save("zoe", { name: "Zoe", addresses: ["zoe@example.net"] });
    await make("g1", "Rowers");
    await member("Rowers", "Zoe", true);
    const id = await connected();
    await sync(id);
    const [rowers = "", ...others] = await groupCards();
    expect(others).toEqual([]);
    expect(rowers).toContain("FN:Rowers");
    const uid = /UID:(\w+@inlet)/.exec(
      (await cards()).find((one) => one.includes("FN:Zoe")) ?? "",
    )?.[1];
    expect(rowers).toContain(`urn:uuid:${uid}`);
    await settled(id);
    await make("g1", "Sunday rowers");
    await member("Sunday rowers", "Zoe", false);
    await sync(id);
    const [later = ""] = await groupCards();
    expect(later).toContain("FN:Sunday rowers");
    expect(later).not.toContain("MEMBER");
    await rfc("club", "Club", ["nobody"]);
    await sync(id);
    await member("Club", "Zoe", true);
    await sync(id);
    const club = (await groupCards()).find((one) => one.includes("FN:Club"));
    expect(club).toMatch(
      /MEMBER:urn:uuid:nobody[^]*MEMBER:urn:uuid:|MEMBER:urn:uuid:\w+@inlet[^]*nobody/,
    );
    await owner.ben.client.call("DELETE /contact-groups/{id}", {
      id: await idOf("Sunday rowers"),
    });
    await sync(id);
    expect((await groupCards()).map((one) => /FN:(.*)/.exec(one)?.[1])).toEqual(["Club"]);
    await settled(id);
  });

  if (!usualEngines.includes(engine)) return;

  it("are imported in Apple's and RFC 6350's format, updated and deleted", async () => {
    const { connected, sync } = owner;
    await apple("crew", "Crew", ["ann", "bo"], "X-COLOUR:blue");
    await rfc("club", "Club", ["bo", "cy", "nobody"]);
    for (const uid of ["ann", "bo", "cy"]) await person(uid);
    const id = await connected();
    await sync(id);
    expect(await groups()).toEqual({ Crew: ["ann", "bo"], Club: ["bo", "cy"] });
    await settled(id);
    await apple("crew", "Whole crew", ["ann", "cy"]);
    await sync(id);
    expect(await groups()).toEqual({ "Whole crew": ["ann", "cy"], Club: ["bo", "cy"] });
    // A member that a group named before the contact existed.
    await person("nobody");
    await sync(id);
    expect(await groups()).toMatchObject({ Club: ["bo", "cy", "nobody"] });
    await put("crew", null);
    await sync(id);
    expect(await groups()).toEqual({ Club: ["bo", "cy", "nobody"] });
    expect(await owner.names()).toEqual(["ann", "bo", "cy", "nobody"]);
    await settled(id);
  });

  it("merge changes of both sides, and remain if one side changed and the other deleted them", async () => {
    const { connected, sync } = owner;
    for (const uid of ["ann", "bo", "cy"]) await person(uid);
    await apple("crew", "Crew", ["ann", "bo"]);
    await apple("club", "Club", ["ann"]);
    await apple("band", "Band", ["ann"]);
    const id = await connected();
    await sync(id);
    await member("Crew", "bo", false);
    await apple("crew", "Whole crew", ["ann", "bo", "cy"]);
    await member("Club", "cy", true);
    await put("club", null);
    await owner.ben.client.call("DELETE /contact-groups/{id}", { id: await idOf("Band") });
    await apple("band", "Big band", ["bo"]);
    await sync(id);
    const both = { "Whole crew": ["ann", "cy"], Club: ["ann", "cy"], "Big band": ["bo"] };
    expect(await groups()).toEqual(both);
    const there = (await groupCards()).map((one) => [
      /FN:(.*?)\r?\n/.exec(one)?.[1],
      [...one.matchAll(/urn:uuid:(\w+)/g)].map(([, uid]) => uid).toSorted(),
    ]);
    expect(Object.fromEntries(there)).toEqual(both);
    await settled(id);
  });

  it("lose members that the book deletes; a server that lost all groups deletes none without consent", async () => {
    const { connected, sync, contacts, ben } = owner;
    for (const uid of ["ann", "bo", "cy", "dan"]) await person(uid);
    await apple("crew", "Crew", ["ann", "bo", "cy"]);
    await apple("club", "Club", ["dan"]);
    const id = await connected();
    await sync(id);
    await put("ann", null);
    const bo = (await contacts()).find(({ name }) => name === "bo");
    await ben.client.call("DELETE /contacts/{id}", { id: bo?.id ?? ("" as ContactId) });
    await sync(id);
    expect(await groups()).toMatchObject({ Crew: ["cy"] });
    const crew = (await groupCards()).find((one) => one.includes("FN:Crew"));
    expect(crew?.match(/urn:uuid:\w+/g)).toEqual(["urn:uuid:cy"]);
    for (const name of ["crew", "club"]) await put(name, null);
    const asked = await sync(id);
    expect(asked).toMatchObject({ isDone: false, asks: true });
    expect(asked.answer).toContain("The address book's server now has none of your 2 groups");
    expect(Object.keys(await groups())).toHaveLength(2);
    expect(await sync(id, true)).toMatchObject({ isDone: true });
    expect(await groups()).toEqual({});
  });

  it("exist once after a lost response, when both sides had them, and when two share a name", async () => {
    const { connected, sync, save } = owner;
    await save("zoe", { name: "Zoe", addresses: ["zoe@example.net"] });
    await make("g1", "Rowers");
    await make("g2", "crew");
    await member("crew", "Zoe", true);
    await person("ann");
    await apple("crew", "Crew", ["ann"]);
    await apple("other", "Crew", ["ann"]);
    const id = await connected();
    stage.faults.losesAnswersTo = "PUT";
    expect(await sync(id)).toMatchObject({ isDone: false });
    expect(await sync(id)).toMatchObject({ isDone: false });
    stage.faults.losesAnswersTo = "";
    await sync(id);
    expect(await groups()).toEqual({ Rowers: [], Crew: ["Zoe", "ann"], "Crew (2)": ["ann"] });
    expect(await groupCards()).toHaveLength(3);
    expect((await groupCards()).filter((one) => /FN:Crew\r?\n/.test(one))).toHaveLength(2);
    await settled(id);
    // Another user has no groups.
    const other = await aBookOwner(stage, radicale);
    expect((await other.ben.client.call("GET /contact-groups", {})).groups).toEqual([]);
  });

  it("do not overwrite a change made on the server between the read and the write", async () => {
    const { connected, sync } = owner;
    for (const uid of ["ann", "bo", "cy"]) await person(uid);
    await apple("crew", "Crew", ["ann"]);
    const id = await connected();
    await sync(id);
    await member("Crew", "bo", true);
    stage.faults.before = { method: "PUT", run: () => apple("crew", "Crew", ["ann", "cy"]) };
    await sync(id);
    expect(await groups()).toEqual({ Crew: ["ann", "bo", "cy"] });
    const [crew = ""] = await groupCards();
    expect(crew.match(/urn:uuid:\w+/g)?.toSorted()).toEqual(
      ["ann", "bo", "cy"].map((uid) => `urn:uuid:${uid}`),
    );
    await settled(id);
    await owner.ben.client.call("DELETE /integrations/{id}", { id });
    expect(await groups()).toEqual({ Crew: ["ann", "bo", "cy"] });
  });
});
