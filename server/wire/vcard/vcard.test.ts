import { describe, expect, it } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { editedCard, serializeCard, readCards } from "./vcard.ts";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const read = (...lines: string[]) => {
  const [one] = readCards(card(...lines));
  if (!one) throw new Error("There is no card.");
  return one;
};

describe("a vCard", () => {
  it("is parsed in versions 2.1, 3 and 4, folded and escaped", () => {
    expect(
      read(
        "FN:Tom \r\n Reed\\, Jr",
        "ORG:Harbour\\; Works;Night",
        "NOTE:one\\ntwo",
        "EMAIL;PREF=1:a@x.org",
        "EMAIL:mailto:b@x.org",
        "UID:u1",
      ),
    ).toMatchObject({
      name: "Tom Reed, Jr",
      organization: "Harbour; Works, Night",
      notes: "one\ntwo",
      addresses: ["a@x.org", "b@x.org"],
      uid: "u1",
    });
    expect(read("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=\r\n=AB").name).toBe("Zoë");
    const latin = "FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Zo=EB \u20AC";
    expect(read(latin).name).toBe("Zo\u00EB \u20AC");
    expect(read("FN;CHARSET=x-none;QUOTED-PRINTABLE:Zo=C3=AB").name).toBe("Zo\u00EB");
    const renamed = editedCard(card(latin), { ...read(latin), name: "\u00C5" }, "");
    expect(renamed).toContain("\r\nFN:\u00C5\r\n");
    expect(read("N:Reed;Tom;;;").name).toBe("Tom Reed");
  });

  it("cannot reverse text, end a line, or contain an invalid address", () => {
    const hostile = read(
      "FN:Anna\u202Egpj.exe\\nBcc: x@x.org",
      "NOTE:a\u0007b\u2066c",
      "EMAIL:a@x.org\\nBcc: evil@x.org",
      "EMAIL:<script>@x.org",
      "EMAIL:ok@x.org",
    );
    expect(hostile.name).toBe("Annagpj.exe Bcc: x@x.org");
    expect(hostile.notes).toBe("abc");
    expect(hostile.addresses).toEqual(["ok@x.org"]);
  });

  it("has an address once, in upper or lower case", () => {
    const one = read("FN:A", "EMAIL:Ann@x.org", "EMAIL:ann@x.org", "EMAIL:b@x.org");
    expect(one.addresses).toEqual(["Ann@x.org", "b@x.org"]);
  });

  it("is bounded for any content", () => {
    const photo = `PHOTO;ENCODING=b:${"A".repeat(1_000_000)}`;
    const large = read("FN:A", photo, `NOTE:${"n".repeat(100_000)}`, `ORG:${"o".repeat(9000)}`);
    expect(large.notes).toHaveLength(4000);
    expect(large.organization).toHaveLength(200);
    expect(serializeCard(large)).toBe("");
    expect(serializeCard(read("FN:A", photo))).toBe(card("FN:A"));
    const many = read("FN:A", ...Array.from({ length: 500 }, (_, at) => `EMAIL:a${at}@x.org`));
    expect(many.addresses).toHaveLength(20);
    expect(readCards(card("FN:A").repeat(10_050))).toHaveLength(10_001);
  });

  it("is joined in one pass, even if folded many times", { timeout: 120_000 }, () => {
    const started = cpuTimeMs();
    const folded = read("FN:A", `NOTE:a${"\n b".repeat(1_000_000)}`, "ORG:O");
    expect(folded).toMatchObject({ name: "A", organization: "O" });
    expect(folded.lines[2]).toHaveLength(1_000_006);
    const soft = "=\n=62".repeat(200_000);
    expect(read("FN:A", `NOTE;ENCODING=QUOTED-PRINTABLE:a${soft}`, "ORG:O").organization).toBe("O");
    const endless = read("FN:A", `NOTE:a${`\n ${"b".repeat(1024)}`.repeat(9000)}`, "ORG:O");
    expect(endless).toMatchObject({ name: "A", notes: "", organization: "O" });
    expect(cpuTimeMs() - started).toBeLessThan(10_000);
  });

  it("is invalid without its end, and one inside another starts over", () => {
    expect(readCards("BEGIN:VCARD\nFN:A\n")).toEqual([]);
    expect(readCards("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD").map((c) => c.name)).toEqual(
      ["B"],
    );
    for (const junk of ["", ":", ";;:;;", '"', 'FN"x:y', "=0D=0A"]) {
      expect(readCards(card(junk))).toHaveLength(1);
    }
  });

  it("keeps every unchanged line, and is read as written", () => {
    const before = card("FN:A", "X-LONG:" + "y".repeat(60), "EMAIL;X=1:a@x.org", "TEL:1");
    const [known] = readCards(before);
    if (!known) throw new Error("There is no card.");
    expect(editedCard(before, known, "")).toBe(before);
    const parsed = {
      name: "Bé; \\n, C",
      organization: "O;P",
      notes: "x\ny".repeat(90),
      addresses: ["b@x.org", "a@x.org"],
    };
    const after = editedCard(before, parsed, "");
    expect(after).toContain("EMAIL;X=1:a@x.org\r\n");
    expect(after.split("\r\n").every((line) => Buffer.byteLength(line) <= 76)).toBe(true);
    expect(readCards(after)[0]).toMatchObject({ ...parsed, organization: "O;P" });
    expect(readCards(editedCard("", parsed, "u"))[0]).toMatchObject({ ...parsed, uid: "u" });
  });

  it("preserves addresses that a contact does not show", () => {
    const lines = Array.from({ length: 25 }, (_, at) => `EMAIL:a${at}@x.org`);
    const before = card("FN:A", "EMAIL:at the harbour", ...lines);
    const [known] = readCards(before);
    if (!known) throw new Error("There is no card.");
    const renamed = editedCard(before, { ...known, name: "B" }, "");
    for (const line of ["EMAIL:at the harbour", ...lines]) expect(renamed).toContain(`${line}\r\n`);
    const moved = editedCard(before, { ...known, addresses: ["b@x.org", "a24@x.org"] }, "");
    expect(moved.match(/^EMAIL.*(?=\r)/gm)).toEqual([
      "EMAIL;TYPE=INTERNET:b@x.org",
      "EMAIL:a24@x.org",
      "EMAIL:at the harbour",
      "EMAIL:a20@x.org",
      "EMAIL:a21@x.org",
      "EMAIL:a22@x.org",
      "EMAIL:a23@x.org",
    ]);
  });
});
