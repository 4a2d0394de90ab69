import { expect, test } from "vitest";
import { zipFiles } from "./zip-files.ts";

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

/** Reads the central directory of the archive, and the content at the offsets it names. */
async function readZip(zip: Blob) {
  const bytes = await zip.arrayBuffer();
  const view = new DataView(bytes);
  const textAt = (at: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(bytes, at, length));
  const end = bytes.byteLength - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  return Array.from({ length: count }, () => {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    expect(view.getUint32(local + 14, true)).toBe(view.getUint32(at + 16, true));
    const name = textAt(at + 46, nameLength);
    const entry = {
      name,
      crc: view.getUint32(at + 16, true),
      text: textAt(local + 30 + nameLength, size),
    };
    expect(textAt(local + 30, nameLength)).toBe(name);
    at += 46 + nameLength;
    return entry;
  });
}

test("stores files in an archive without compression", async () => {
  const entries = await readZip(
    zipFiles([file("a.txt", "123456789"), file("Bücher 東京.txt", "")]),
  );
  expect(entries).toEqual([
    // The check value of CRC-32.
    { name: "a.txt", crc: 0xcbf43926, text: "123456789" },
    { name: "Bücher 東京.txt", crc: 0, text: "" },
  ]);
});

test("gives every file a unique name that stays in the folder", async () => {
  const names = ["plan.txt", "Plan.txt", "../../etc/passwd", "..", "", "a\u202Egnp.exe", "C:\\x"];
  const entries = await readZip(zipFiles(names.map((name) => file(name, "x"))));
  expect(entries.map(({ name }) => name)).toEqual([
    "plan.txt",
    "Plan (2).txt",
    ".._.._etc_passwd",
    "file__",
    "file",
    "a_gnp.exe",
    "C__x",
  ]);
});
