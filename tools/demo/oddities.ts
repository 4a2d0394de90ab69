import { encodeText } from "./charsets.ts";
import { pdfFile, pngFile, wavFile, winmailFile } from "./files.ts";
import {
  encodeBody,
  filePart,
  messagePart,
  multipart,
  type Part,
  textPart,
  wholeMessage,
} from "./mime.ts";
import type { Random } from "./random.ts";

/** Returns the unusual messages of a mailbox of many years, one for each kind. */
export function renderOddities(
  random: Random,
  make: (from: string, subject: string) => string[],
): Buffer[] {
  return [
    ...damaged(make),
    ...encryptedMessages(random, make),
    ...bounced(make),
    ...loaded(random, make),
  ];
}

type Heads = (from: string, subject: string) => string[];

function raw(headers: readonly string[], body: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${headers.join("\n")}\n\n`),
    typeof body === "string" ? Buffer.from(body) : body,
  ]);
}

function damaged(make: Heads): Buffer[] {
  return [
    raw(
      [
        ...make("Old gateway <gateway@calder-surveys.example>", "Depths of Tuesday (forwarded)"),
        'Content-Type: multipart/mixed; boundary="lost-on-the-way"',
      ],
      "The soundings of Tuesday follow. The gateway ate the boundary lines, the depths survived:\n\n12.4  12.6  12.9  13.3  11.8  10.2\n",
    ),
    raw(
      [
        ...make("Rory McSween <rory.mcsween@stellan-marine.example>", "Anchor certificate (scan)"),
        'Content-Type: multipart/mixed; boundary="cut"',
      ],
      `--cut\nContent-Type: text/plain\n\nThe scan of the anchor certificate, sent from the boat. The line may break.\n--cut\nContent-Type: application/pdf; name="anchor.pdf"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="anchor.pdf"\n\n${pdfFile(["Anchor certificate"]).toString("base64").slice(0, 301)}`,
    ),
    raw(
      [
        ...make("Fax bridge <fax@hollen-port.example>", "Fax from the lock keeper"),
        "Content-Type: text/plain; charset=x-harbour-2",
        "Content-Transfer-Encoding: 8bit",
      ],
      Buffer.concat([
        Buffer.from("Water at the lock: +0.42, gates open at six. "),
        Buffer.from([0xe9, 0xdf, 0xfc]),
        Buffer.from("\n"),
      ]),
    ),
    Buffer.concat([
      encodeText(
        "From: Café du Môle <cafe@mole.example>\nSubject: Réservation confirmée à midi, table près de la fenêtre\n",
        "iso-8859-1",
      ),
      raw(
        [
          ...make("", "").filter((line) => !/^(From|Subject):/.test(line)),
          "Content-Type: text/plain; charset=iso-8859-1",
          "Content-Transfer-Encoding: 8bit",
        ],
        encodeText("Votre table est réservée, avec vue sur l'écluse.\nÀ bientôt !\n", "iso-8859-1"),
      ),
    ]),
    raw([...make("Marta Eklund <marta.eklund@harbourworks.example>", "")], ""),
    raw(
      [
        ...make(
          "Dilys Morgan <dilys.morgan@example.net>",
          "=?utf-8?B?UGhvdG9zIG9mIHRoZSBnb2F0?= =?utf-8?Q?_=28finally",
        ),
        "Date: yesterday, more or less",
        "Content-Type: text/html",
      ],
      "<p>Here is the goat.<p><b>Granny says <i>she</b> was never that fat.</i><table><tr><td>1931<td>or 1932",
    ),
  ];
}

function encryptedMessages(random: Random, make: Heads): Buffer[] {
  const letter = textPart(
    "The offer stands until Friday noon. Signed, so that nobody can say it wasn't me.\n",
  );
  const armour = (kind: string, bytes: number) =>
    `-----BEGIN PGP ${kind}-----\n\n${encodeBody(random.bytes(bytes), "base64").toString()}\n=${random.bytes(3).toString("base64")}\n-----END PGP ${kind}-----\n`;
  const signature: Part = {
    headers: ['Content-Type: application/pgp-signature; name="signature.asc"'],
    body: Buffer.from(armour("SIGNATURE", 438)),
  };
  const smime = filePart("smime.p7s", "application/pkcs7-signature", random.bytes(2210));
  const version: Part = {
    headers: ["Content-Type: application/pgp-encrypted"],
    body: Buffer.from("Version: 1\n"),
  };
  const encrypted: Part = {
    headers: ['Content-Type: application/octet-stream; name="encrypted.asc"'],
    body: Buffer.from(armour("MESSAGE", 1450)),
  };
  return [
    wholeMessage(
      make("Desmond Achterberg <desmond@brightwater-piling.example>", "Binding offer, signed"),
      multipart(
        "signed",
        "signed-pgp",
        [letter, signature],
        'micalg=pgp-sha256; protocol="application/pgp-signature"',
      ),
    ),
    wholeMessage(
      make("Yewande Alabi <yewande.alabi@larkhill.example>", "Claim 4471: settlement"),
      multipart(
        "signed",
        "signed-smime",
        [textPart("We settle claim 4471 as discussed. The payment leaves on Monday.\n"), smime],
        'micalg=sha-256; protocol="application/pkcs7-signature"',
      ),
    ),
    wholeMessage(
      make("Sam Adeyemi <sam.adeyemi@example.com>", "..."),
      multipart(
        "encrypted",
        "sealed-pgp",
        [version, encrypted],
        'protocol="application/pgp-encrypted"',
      ),
    ),
    raw(
      [
        ...make("Larkhill Legal <legal@larkhill.example>", "Confidential: terms of the cover"),
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
        "Content-Transfer-Encoding: base64",
        'Content-Disposition: attachment; filename="smime.p7m"',
      ],
      encodeBody(random.bytes(3900), "base64"),
    ),
    wholeMessage(
      make("Beatrix Colley <b.colley@calder-surveys.example>", "Tide gauge, corrected table"),
      multipart("mixed", "tnef-1", [
        textPart("The table is attached. If you see only winmail.dat, that is Outlook, not me.\n"),
        filePart(
          "winmail.dat",
          "application/ms-tnef",
          winmailFile(
            "tide-gauge.csv",
            Buffer.from("time,level\n06:00,1.22\n06:10,1.31\n06:20,1.38\n"),
          ),
        ),
      ]),
    ),
  ];
}

function bounced(make: Heads): Buffer[] {
  const cases = [
    [
      "rory.mcsween@stellan-marine.exmaple",
      "5.1.2",
      "The domain does not exist. Was it a typing error?",
    ],
    ["gone@orme-daughters.example", "5.1.1", "Nobody here is called that."],
    [
      "piet@northshore-rowing.example",
      "5.2.2",
      "The mailbox is full. Please try again when it has been tidied.",
    ],
    [
      "solene@kerguen-travaux.example",
      "4.4.1",
      "No answer for four hours; further attempts follow.",
    ],
  ] as const;
  return cases.map(([address, status, reason]) => {
    const action = status.startsWith("4") ? "delayed" : "failed";
    const report: Part = {
      headers: ["Content-Type: message/delivery-status"],
      body: Buffer.from(
        `Reporting-MTA: dns; mail.harbourworks.example\n\nFinal-Recipient: rfc822; ${address}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 ${status} ${reason}\n`,
      ),
    };
    const original = textPart(
      `From: Nora Lindqvist <nora.lindqvist@harbourworks.example>\nTo: ${address}\nSubject: Wall readings, Pier 2\nMessage-ID: <readings.${status}@harbourworks.example>\n`,
      { subtype: "rfc822-headers", encoding: "7bit" },
    );
    return wholeMessage(
      make(
        "Mail Delivery System <mailer-daemon@harbourworks.example>",
        action === "failed"
          ? "Undelivered Mail Returned to Sender"
          : "Delayed Mail (still being retried)",
      ),
      multipart(
        "report",
        `report-${status}`,
        [
          textPart(`Your message to ${address} could not be delivered.\n\n${reason}\n`, {
            encoding: "7bit",
          }),
          report,
          original,
        ],
        "report-type=delivery-status",
      ),
    );
  });
}

function loaded(random: Random, make: Heads): Buffer[] {
  const picture = pngFile(random, 480, 270);
  const inner = wholeMessage(
    make("Jonas Vik <harbourmaster@hollen-port.example>", "Berth 4 closed from Monday"),
    textPart("Berth 4 is closed from Monday 06:00 for the divers. Please moor at berth 6.\n"),
  );
  const digest = multipart("digest", "digest-1", [
    { headers: ["Content-Type: message/rfc822"], body: inner },
    {
      headers: ["Content-Type: message/rfc822"],
      body: wholeMessage(
        make("Ishani Rao <ishani.rao@harbourworks.example>", "Boxes 12 to 19"),
        textPart("Boxes 12 to 19 are in the cold store, labelled on both ends this time.\n"),
      ),
    },
  ]);
  return [
    wholeMessage(
      make("Owen Pryce <owen.pryce@harbourworks.example>", "Noise at night: the recording"),
      multipart("mixed", "wav-1", [
        textPart(
          "Ten megabytes of the pump at night, recorded from the neighbor's balcony. At 2:40 the seagull joins in.\n",
        ),
        filePart("pump-at-night.wav", "audio/wav", wavFile(random, 10 * 1024 * 1024)),
      ]),
    ),
    wholeMessage(
      make("Freya Lindqvist <freya@lindqvist.example>", "The new jetty (picture inside)"),
      multipart("related", "cid-1", [
        textPart(
          '<p>Look, it floats!</p><p><img src="cid:jetty@lindqvist.example" alt="The jetty at dusk" width="480"></p><p>The colours are real.</p>',
          { subtype: "html" },
        ),
        filePart("jetty.png", "image/png", picture, { contentId: "jetty@lindqvist.example" }),
      ]),
    ),
    wholeMessage(
      make("Jonas Vik <harbourmaster@hollen-port.example>", "Fwd: Berth 4 closed from Monday"),
      multipart("mixed", "fwd-1", [
        textPart("For your information, and please tell the divers about berth 6.\n"),
        messagePart(inner),
      ]),
    ),
    wholeMessage(make("Site digest <digest@harbourworks.example>", "Digest of Thursday"), digest),
    wholeMessage(
      make(
        "Tobias Fenn <tobias.fenn@harbourworks.example>",
        "Sheets for the board, and three pictures",
      ),
      multipart("mixed", "many-1", [
        textPart("The sheets as PDF, the pictures as they came from the drone.\n"),
        filePart(
          "Überblick Kai 7.pdf",
          "application/pdf",
          pdfFile(["Quay 7", "Overview", "Scale 1:500"]),
        ),
        filePart("図面 第七岸壁.pdf", "application/pdf", pdfFile(["Sheet 2118"]), {
          nameAs: "encoded-word",
        }),
        ...[1, 2, 3].map((at) =>
          filePart(`drone-${at}.png`, "image/png", pngFile(random, 320, 200)),
        ),
      ]),
    ),
  ];
}
