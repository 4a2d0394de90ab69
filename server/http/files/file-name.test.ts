import { describe, expect, it } from "vitest";
import { attachmentDisposition, safeFileName } from "#/http/files/file-name.ts";
import { cpuTimeMs } from "#/testing/cpu-time.ts";

describe("a file name from a mail", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "_.._etc_passwd"],
    ["C:\\Windows\\evil.exe", "C__Windows_evil.exe"],
    ["a\r\nSet-Cookie: x=1.txt", "aSet-Cookie_ x=1.txt"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["nul\0l.txt", "null.txt"],
    [".htaccess", "htaccess"],
    ["", "attachment"],
    ["...", "attachment"],
    ["\u2066\u2069", "attachment"],
    ["broken \ud800.txt", "broken \ufffd.txt"],
  ])("%j is saved as %j", (given, saved) => {
    expect(safeFileName(given)).toBe(saved);
  });

  it("with a hundred thousand dots and blanks is read in time", () => {
    const started = cpuTimeMs();
    expect(Buffer.byteLength(safeFileName(`a${" .".repeat(50_000)}b.txt`))).toBeLessThanOrEqual(
      255,
    );
    expect(cpuTimeMs() - started).toBeLessThan(1000);
  });

  it("has at most 255 bytes and keeps its extension and its characters whole", () => {
    for (const letter of ["a", "ü", "漢", "🦊"]) {
      const safe = safeFileName(`${letter.repeat(300)}.tar`);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(safe)).toBeGreaterThan(250);
      expect(safe).toMatch(/\.tar$/);
      expect(safe.isWellFormed()).toBe(true);
    }
  });
});

describe("attachmentDisposition", () => {
  it("contains an ASCII name for old clients and the original name for others", () => {
    expect(attachmentDisposition("Übersicht (1) 'neu'.pdf")).toBe(
      "attachment; filename=\"_bersicht (1) 'neu'.pdf\"; filename*=UTF-8''%C3%9Cbersicht%20%281%29%20%27neu%27.pdf",
    );
  });

  it("is one printable line for every input", () => {
    for (let code = 0; code < 0x300; code++) {
      const header = attachmentDisposition(`a${String.fromCharCode(code)}"; x=y; filename="b.html`);
      expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.~!%-]+$/);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
    }
  });
});
