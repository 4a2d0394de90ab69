import { crc32, deflateSync } from "node:zlib";
import type { Random } from "./random.ts";

/** Returns a one-page PDF with these lines. */
export function pdfFile(lines: readonly string[]): Buffer {
  const shown = lines.map((line, at) => {
    const text = line.replace(/[\\()]/g, "\\$&");
    return `BT /F1 ${at === 0 ? 20 : 11} Tf 64 ${770 - at * 22} Td (${text}) Tj ET`;
  });
  const stream = shown.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = Buffer.byteLength(file, "latin1");
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = Buffer.byteLength(file, "latin1");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** Returns a picture with soft bands in two colors, different for every seed. */
export function pngFile(random: Random, width: number, height: number): Buffer {
  const from = [random.int(20, 200), random.int(60, 220), random.int(80, 240)];
  const to = [random.int(40, 255), random.int(40, 235), random.int(30, 220)];
  const tilt = random.next() * 3;
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const mix = (Math.sin((x / width) * 4 + (y / height) * tilt * 4) + 1) / 2;
      for (let band = 0; band < 3; band++) {
        const start = from[band] ?? 0;
        rows[y * (1 + width * 3) + 1 + x * 3 + band] = start + ((to[band] ?? 0) - start) * mix;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB, no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns a mono recording of about `sizeBytes` bytes: a hum with noise. */
export function wavFile(random: Random, sizeBytes: number): Buffer {
  const samples = Math.floor((sizeBytes - 44) / 2);
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(22_050, 24);
  file.writeUInt32LE(44_100, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) {
    const hum = Math.sin(at / 70) * 3000;
    file.writeInt16LE(Math.round(hum + (random.next() - 0.5) * 4000), 44 + at * 2);
  }
  return file;
}

/** Returns Outlook's winmail.dat (MS-OXTNEF) with one file in it. */
export function winmailFile(filename: string, content: Buffer): Buffer {
  const title = Buffer.from(`${filename}\0`, "latin1");
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x223e9f78, 0);
  head.writeUInt16LE(1, 4);
  return Buffer.concat([
    head,
    tnefAttribute(1, 0x00089006, Buffer.from([0, 0, 1, 0])),
    tnefAttribute(1, 0x00078008, Buffer.from("IPM.Microsoft Mail.Note\0")),
    tnefAttribute(2, 0x00069002, Buffer.alloc(14)),
    tnefAttribute(2, 0x00018010, title),
    tnefAttribute(2, 0x0006800f, content),
  ]);
}

function tnefAttribute(level: number, id: number, content: Buffer): Buffer {
  const frame = Buffer.alloc(9);
  frame.writeUInt8(level, 0);
  frame.writeUInt32LE(id, 1);
  frame.writeUInt32LE(content.length, 5);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(content.reduce((sum, byte) => (sum + byte) & 0xffff, 0));
  return Buffer.concat([frame, content, checksum]);
}
