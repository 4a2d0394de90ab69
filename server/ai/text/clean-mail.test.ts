import { describe, expect, test } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { visibleText as textToClassify } from "../classify/visible-text.ts";
import { shownMail } from "../classify/shown-mail.ts";
import { cleanMail } from "./clean-mail.ts";

const text = (body: string) => cleanMail({ subject: "", text: body, html: "" });
const html = (body: string) => cleanMail({ subject: "", text: "", html: body });

describe("invisible text", () => {
  const hidden = {
    "display:none": `<div style="display:none">SECRET</div>`,
    "a hidden ancestor": `<div style="DISPLAY: none !important"><p><b>SECRET</b></p></div>`,
    "visibility:hidden": `<span style="visibility:hidden">SECRET</span>`,
    "no size": `<span style="font-size:0">SECRET</span>`,
    "a point high": `<span style="font-size:1px">SECRET</span>`,
    "cut to nothing": `<div style="max-height:0;overflow:hidden">SECRET</div>`,
    "off the screen": `<div style="position:absolute;left:-9999px">SECRET</div>`,
    "indented off the screen": `<div style="text-indent:-9999px">SECRET</div>`,
    "no opacity": `<div style="opacity:0">SECRET</div>`,
    "white on white": `<span style="color:#fff">SECRET</span>`,
    "the colour behind it": `<div style="background:#222"><span style="color:rgb(34, 34, 35)">SECRET</span></div>`,
    "a font of the colour behind it": `<table bgcolor="#EEE"><tr><td><font color="#eeeeee">SECRET</font></td></tr></table>`,
    "a clear colour": `<span style="color:transparent">SECRET</span>`,
    "a class": `<style>p { margin: 0 } .x-9, .y { display: none }</style><p class="x-9">SECRET</p>`,
    "a class in a class": `<style>/* { */ .a .b{font-size:0px}</style><div class="a"><i><b class="b">SECRET</b></i></div>`,
    "the attribute": `<p hidden>SECRET</p>`,
    "a comment": `<!-- SECRET -->`,
    "a hint": `<img alt="SECRET" title="SECRET"><a title="SECRET">link</a>`,
    "a script": `<script>SECRET</script><template>SECRET</template><title>SECRET</title>`,
    "for Outlook": `<!--[if mso]><p>SECRET</p><![endif]-->`,
    "cut to a point": `<div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">SECRET</div>`,
  };
  test.each(Object.entries(hidden))("drops text hidden by %s", (_, block) => {
    const markup = `<p>Lunch on Friday?</p>${block}<p>I book the table.</p>`;
    const seen = html(markup);
    expect(JSON.stringify(seen)).not.toContain("SECRET");
    expect(textToClassify(shownMail({ text: "", html: markup }))).toMatch(
      /^Lunch on Friday\?\s+(?:link\s+)?I book/,
    );
    expect(seen.own).toContain("Lunch on Friday?");
    expect(seen.own).toContain("I book the table.");
  });

  test("reads columns of newsletters that set a size inside a container with size 0", () => {
    const seen = html(
      `<table style="font-size:0px"><tr><td style="visibility:hidden"><div style="font-size:13px;visibility:visible">The fair opens.</div></td>` +
        `<td><p style="font: 14px/1.5 Arial">Bring a friend.</p><i style="font-size:1em">SECRET</i></td></tr></table>` +
        `<p style="mso-hide:all">Other programs show this.</p>`,
    );
    expect(seen.own).toMatch(/The fair opens\.\s+Bring a friend\.\s+Other programs show this\./);
    expect(seen.own).not.toContain("SECRET");
  });

  test("keeps text that only appears to be hidden", () => {
    const seen = html(
      `<style>@media (max-width: 600px) { .wide { display: none } }</style>
       <div style="background:#000"><p style="color:#fff">White on black</p></div>
       <td background="sky.png"><b style="color:white">On a picture</b></td>
       <p class="wide">On wide screens</p><div style="max-height:0">No cut</div>`,
    );
    for (const words of ["White on black", "On a picture", "On wide screens", "No cut"]) {
      expect(seen.own).toContain(words);
    }
  });

  test("removes bidi marks, zero-width characters and tag characters", () => {
    const tags = Array.from("SECRET", (it) => String.fromCodePoint(0xe0000 + it.charCodeAt(0)));
    const seen = text(`Pay \u202Eecivres\u202C 1\u200B00 \uFF21\uFF22${tags.join("")} now.`);
    expect(seen.own).toBe("Pay ecivres 100 AB now.");
  });

  test("reads only the HTML if there is any", () => {
    const seen = cleanMail({ subject: "", text: "SECRET", html: "<p>Lunch?</p>" });
    expect(seen).toMatchObject({ own: "Lunch?", quoted: "" });
    expect(cleanMail({ subject: "", text: "SECRET", html: "<img src=x>" }).own).toBe("");
  });
});

describe("quoted text", () => {
  const answered = "Can we meet on Monday at the office?";
  const introductions = [
    "On Fri, Nov 6, 2026 at 9:14 AM Ann Lee <ann@x.test> wrote:",
    "On Fri, Nov 6, 2026 at 9:14 AM Ann Lee\n<ann@x.test> wrote:",
    "Am 06.11.2026 um 09:14 schrieb Ann Lee:",
    "Le ven. 6 nov. 2026 à 09:14, Ann Lee <ann@x.test> a écrit :",
    "El vie, 6 nov 2026 a las 9:14, Ann Lee (<ann@x.test>) escribió:",
    "Il giorno ven 6 nov 2026 alle ore 09:14 Ann Lee <ann@x.test> ha scritto:",
    "Em sex., 6 de nov. de 2026 às 09:14, Ann Lee <ann@x.test> escreveu:",
    "Op vr 6 nov 2026 om 09:14 schreef Ann Lee <ann@x.test>:",
    "Den fre 6 nov. 2026 kl 09:14 skrev Ann Lee <ann@x.test>:",
    "пт, 6 нояб. 2026 г. в 09:14, Ann Lee <ann@x.test> написал(а):",
    "pt., 6 lis 2026 o 09:14 Ann Lee <ann@x.test> napisał(a):",
    "Ann Lee <ann@x.test> 于2026年11月6日周五 09:14写道:",
    "2026年11月6日(金) 9:14 Ann Lee <ann@x.test>のメール:",
    "-----Original Message-----\nFrom: Ann Lee",
    "-----Ursprüngliche Nachricht-----\nVon: Ann Lee",
    "From: Ann Lee <ann@x.test>\nSent: Friday, November 6, 2026 9:14 AM\nTo: Bo\nSubject: Monday",
    "Von: Ann Lee <ann@x.test>\nGesendet: Freitag, 6. November 2026 09:14\nAn: Bo\nBetreff: Montag",
    "De : Ann Lee\nEnvoyé : vendredi 6 novembre 2026 09:14\nÀ : Bo\nObjet : Lundi",
    "---------- Forwarded message ---------\nFrom: Ann Lee <ann@x.test>",
    "Begin forwarded message:",
  ];
  test.each(introductions)("is separated from the reply: %s", (introduction) => {
    for (const mark of ["", "> "]) {
      const seen = text(`Monday is fine.\n\n${introduction}\n\n${mark}${answered}\n`);
      expect(seen.own).toBe("Monday is fine.");
      expect(seen.quoted).toContain(answered);
    }
  });

  test.each([
    `<div class="gmail_quote"><div class="gmail_attr">On Friday Ann wrote:</div><blockquote>${answered}</blockquote></div>`,
    `<blockquote type="cite">${answered}</blockquote>`,
    `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Ann</div><div>${answered}</div>`,
    `<div class="moz-cite-prefix">Am 06.11.26 schrieb Ann:</div><blockquote>${answered}</blockquote>`,
    `<div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Ann<br><b>Sent:</b> Friday<br><b>To:</b> Bo<br><b>Subject:</b> Monday</p></div><p>${answered}</p>`,
    `<div class="yahoo_quoted">${answered}</div>`,
    `<div class="protonmail_quote">${answered}</div>`,
  ])("is recognized by a mail client's markup: %s", (quote) => {
    const seen = html(`<div>Monday is fine.</div>${quote}`);
    expect(seen.own).toBe("Monday is fine.");
    expect(seen.quoted).toContain(answered);
  });

  test("does not include replies between quotes, or sentences that resemble an introduction", () => {
    const seen = text("> One?\nYes.\n> Two?\nNo.\n\nAs Ann wrote:\nall is well.");
    expect(seen.own).toBe("Yes.\nNo.\n\nAs Ann wrote:\nall is well.");
  });
});

describe("a signature", () => {
  test.each([
    ["See you there.", "-- \nAnn Lee\nInlet Ltd"],
    ["See you there.", "Best regards,\nAnn Lee\nHead of Sales\n+1 713 555 0100"],
    ["Bis morgen im Büro.", "Mit freundlichen Grüßen\nAnn Lee"],
    ["À demain au bureau.", "Cordialement,\nAnn Lee"],
    ["Nos vemos en la oficina.", "Saludos,\nAnn Lee"],
    ["Tot morgen op kantoor.", "Met vriendelijke groet,\nAnn Lee"],
    ["See you there.", "Ann"],
  ])("is separated from the text: %s", (words, signature) => {
    const seen = text(`Hello Bo,\n\n${words}\n\n${signature}\n`);
    expect(seen.own).toBe(`Hello Bo,\n\n${words}`);
    expect(seen.signature.replaceAll("\n", " ")).toBe(
      signature.replaceAll("-- \n", "-- ").replaceAll("\n", " ").trim(),
    );
  });

  test("is recognized by a mail client's markup", () => {
    const seen = html(`<p>Fine with me.</p><div class="gmail_signature">Ann<br>Inlet</div>`);
    expect(seen).toMatchObject({ own: "Fine with me.", signature: "Ann\nInlet" });
  });
});

describe("sentences", () => {
  test("have correct offsets, and do not end at abbreviations, initials or numbers", () => {
    const seen = text(
      "Dear Dr. Smith, the price of approx. 3.50 EUR is final. Mr. J. Doe agreed, e.g. by phone.\n\n1. Call Ann! Is that ok?",
    );
    expect(seen.sentences.map((it) => it.text)).toEqual([
      "Dear Dr. Smith, the price of approx. 3.50 EUR is final.",
      "Mr. J. Doe agreed, e.g. by phone.",
      "1. Call Ann!",
      "Is that ok?",
    ]);
    for (const { text: words, start, end } of seen.sentences) {
      expect(seen.own.slice(start, end)).toBe(words);
    }
  });

  test.each([
    "Unsere Besprechung ist am Donnerstag, dem 3. Dezember, um 14 Uhr im Hafen.",
    "Bitte senden Sie uns die Unterlagen bis zum 31. Mai oder bis zum 1. Juni zurück.",
    "Der Kurs beginnt am 12. März 2027 und endet am 2. Okt. 2027 in Wien.",
    "Am 7. Jänner öffnet das Büro in Graz wieder für alle Besucher.",
    "Please send us the drawings of the keel by the 3. December at noon.",
  ])("do not end within a date: %s", (written) => {
    const seen = text(`${written} Das ist alles.`);
    expect(seen.sentences.map((it) => it.text)).toEqual([written, "Das ist alles."]);
  });

  test.each([
    ["We sold twelve boats and kept only 3.", "May I call you about the rest tomorrow morning?"],
    ["The count of the boats in the yard is 300.", "December is when we count them again."],
  ])("end after a number that is not the day of a date: %s %s", (first, second) => {
    expect(text(`${first} ${second}`).sentences.map((it) => it.text)).toEqual([first, second]);
  });

  test("continue over lines that a mail program wrapped", () => {
    const seen = text(
      "We would like to invite you to the opening of the new office which\ntakes place on Monday. Bring a friend.\nBo comes too.",
    );
    expect(seen.sentences.map((it) => it.text)).toEqual([
      "We would like to invite you to the opening of the new office which takes place on Monday.",
      "Bring a friend.",
      "Bo comes too.",
    ]);
  });
});

test("detects the language of at least twenty characters", () => {
  expect(text("Please send me the papers by Friday.").language).toBe("en");
  expect(text("Bitte schicken Sie mir die Unterlagen bis Freitag.").language).toBe("de");
  expect(text("Ok, thanks!").language).toBeNull();
});

test("handles hostile sizes within the time limit", { timeout: 120_000 }, () => {
  const start = cpuTimeMs();
  html(`${"<div><b>".repeat(40_000)}x${"</i>".repeat(40_000)}`);
  html(`<style>${".a .b .c{color:#fff}".repeat(5000)}</style>${"<p class=c>x".repeat(20_000)}`);
  text("> ".repeat(100_000));
  text("a ".repeat(500_000));
  text("On 1 ".repeat(60_000));
  expect(cpuTimeMs() - start).toBeLessThan(20_000);
});
