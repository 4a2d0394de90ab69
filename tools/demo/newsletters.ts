import { messageId } from "./conversation.ts";
import { escapeHtml } from "./html.ts";
import {
  headerAddress,
  headerDate,
  headerText,
  multipart,
  textPart,
  wholeMessage,
} from "./mime.ts";
import type { Person } from "./mime.ts";
import type { Random } from "./random.ts";
import { boundary } from "./render-message.ts";
import { fillSlots, type Group, groupOf, linesOf } from "./words.ts";

export interface Brand {
  name: string;
  address: string;
  colour: string;
  language: string;
  group: Group;
  stories: { headline: string; blurb: string }[];
}

/** Returns all senders of newsletters. */
export function readBrands(): Brand[] {
  const brands: Brand[] = [];
  for (const line of linesOf("newsletters.txt")) {
    if (line.startsWith("## ")) {
      const [name = "", address = "", colour = "", language = "", group = ""] = line
        .slice(3)
        .split(" | ");
      brands.push({ name, address, colour, language, group: groupOf(group), stories: [] });
    } else {
      const [headline = "", blurb = ""] = line.split(" :: ");
      brands.at(-1)?.stories.push({ headline, blurb });
    }
  }
  return brands;
}

/** Returns one issue in the style of bulk mail: tables, inline styles, remote pictures, a list header. */
export function renderNewsletter(
  random: Random,
  brand: Brand,
  to: Person,
  date: number,
  /** Number of rows of invisible markup around the text. */
  paddingRows = 0,
): Buffer {
  const issue = String(Math.floor(date / 604_800_000) % 400);
  const fill = (text: string) => fillSlots(text, new Map([["n", issue]]));
  const stories = random
    .some(brand.stories, random.int(3, 5))
    .map(({ headline, blurb }) => ({ headline: fill(headline), blurb: fill(blurb) }));
  const lead = stories[0]?.headline ?? brand.name;
  const subject = random.chance(0.6) ? lead : `${brand.name} ${issue}: ${lead}`;
  const domain = brand.address.split("@")[1] ?? "example.com";
  const token = random.bytes(8).toString("hex");
  const text = stories.map(({ headline, blurb }) => `* ${headline}\n  ${blurb}\n`).join("\n");
  const html = newsletterHtml({ brand, issue, stories, domain, token, paddingRows });
  return wholeMessage(
    [
      `Return-Path: <bounce-${token}@${domain}>`,
      `Received: from out${random.int(1, 9)}.${domain} ([198.51.100.${random.int(2, 250)}])\n by mail.${to.address.split("@")[1] ?? ""} with ESMTPS; ${headerDate(date)}`,
      `Date: ${headerDate(date - 30_000)}`,
      `From: ${headerAddress({ name: brand.name, address: brand.address })}`,
      `To: ${to.address}`,
      `Subject: ${headerText(subject)}`,
      `Message-ID: <${messageId(random, brand, date)}>`,
      `List-ID: ${headerText(brand.name)} <list.${domain}>`,
      `List-Unsubscribe: <https://${domain}/off/${token}>,\n <mailto:off@${domain}?subject=${token}>`,
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      // The signature is not verified here; it only has to cover the two fields.
      `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=news;\n h=From:List-Unsubscribe:List-Unsubscribe-Post; bh=eA==; b=eA==`,
      "Precedence: bulk",
    ],
    multipart("alternative", boundary(random), [
      textPart(`${brand.name} ${issue}\n\n${text}\nhttps://${domain}/issue/${issue}\n`),
      textPart(html, { subtype: "html" }),
    ]),
  );
}

function newsletterHtml(issue: {
  brand: Brand;
  issue: string;
  stories: readonly { headline: string; blurb: string }[];
  domain: string;
  token: string;
  paddingRows: number;
}): string {
  const { brand, domain, token } = issue;
  const rows = issue.stories.map(({ headline, blurb }, at) =>
    storyRow({
      headline,
      blurb,
      at,
      brand,
      link: `https://${domain}/${issue.issue}/${at}?s=${token}`,
    }),
  );
  const padding = Array.from(
    { length: issue.paddingRows },
    (_, at) =>
      `<tr><td style="padding:0;margin:0;font-size:1px;line-height:1px;mso-line-height-rule:exactly;height:${at % 4}px" height="${at % 4}" class="sp-${token}-${at}">&nbsp;</td></tr>`,
  );
  return `<!DOCTYPE html>
<html lang="${brand.language}"><head><meta charset="utf-8"><title>${escapeHtml(brand.name)}</title>
<style>@media (max-width: 520px) { .wide { width: 100% !important } } a { color: ${brand.colour} }</style></head>
<body style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(issue.stories[0]?.blurb ?? "")}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f2f4f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="wide" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:600px;border-radius:8px">
<tr><td bgcolor="${brand.colour}" style="padding:28px 32px;font-family:Georgia,serif;font-size:26px;color:#ffffff">${escapeHtml(brand.name)}<br><span style="font-size:13px">No. ${issue.issue}</span></td></tr>
<tr><td><img src="https://img.${domain}/${issue.issue}/top.jpg" width="600" alt="${escapeHtml(brand.name)}" style="display:block;width:100%"></td></tr>
${rows.join("\n")}
${padding.join("\n")}
<tr><td style="padding:24px 32px;font:12px Arial,sans-serif;color:#667085">${escapeHtml(brand.name)}, Harbour Street 4 &middot; <a href="https://${domain}/off/${token}" style="color:#667085">Unsubscribe</a><img src="https://t.${domain}/o/${token}.gif" width="1" height="1" alt=""></td></tr>
</table></td></tr></table></body></html>
`;
}

function storyRow(story: {
  headline: string;
  blurb: string;
  at: number;
  brand: Brand;
  link: string;
}): string {
  const { brand, link } = story;
  return `<tr><td style="padding:24px 32px 0;font-family:Arial,Helvetica,sans-serif">
<h2 style="margin:0 0 8px;font-size:${story.at === 0 ? 22 : 17}px;line-height:1.3;color:#101828">${escapeHtml(story.headline)}</h2>
<p style="margin:0 0 12px;font-size:15px;line-height:1.6;color:#344054">${escapeHtml(story.blurb)}</p>
<a href="${link}" style="display:inline-block;padding:9px 18px;border-radius:6px;background:${brand.colour};color:#ffffff;text-decoration:none;font-size:14px">&rarr;</a></td></tr>`;
}
