import type { Part } from "./phrases.ts";
import type { Form } from "./read-stories.ts";

/** A machine-sent message with all slots filled. */
export type FilledForm = Pick<
  Form,
  "brand" | "layout" | "paragraphs" | "rows" | "items" | "button" | "foot"
> & { subject: string };

/** Returns the text part of the message. */
export function textOfForm({ paragraphs, rows, items, button, foot, brand }: FilledForm): string {
  const lines = [
    ...paragraphs,
    rows.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    items.map(({ headline, blurb }) => `* ${headline}\n  ${blurb}`).join("\n"),
    button && `${button}: ${linkOf(brand.address)}`,
    foot,
  ];
  return `${lines.filter(Boolean).join("\n\n")}\n`;
}

/** Returns the HTML part in its brand's layout. Training and held-out part have no layout in common. */
export function htmlOfForm(form: FilledForm, part: Part): string {
  return part === "train" ? tableLayout(form) : blockLayout(form);
}

const ink = "#101828";
const grey = "#667085";
const type = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Formats the message as nested tables with inline styles, like most senders. */
function tableLayout(form: FilledForm): string {
  const { brand, layout, subject, paragraphs, foot } = form;
  const isLoud = layout === "offer" || layout === "card";
  const initial = escapeHtml(brand.name.slice(0, 1));
  const head = isLoud
    ? `<tr><td bgcolor="${brand.colour}" style="padding:30px 36px;border-radius:12px 12px 0 0;${type};color:#ffffff">
<div style="font-size:14px;font-weight:600">${escapeHtml(brand.name)}</div>
<div style="padding-top:14px;font-size:${layout === "offer" ? 30 : 24}px;line-height:1.25;font-weight:700">${escapeHtml(subject)}</div></td></tr>`
    : `<tr><td style="padding:28px 36px 0;${type}"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="36" height="36" align="center" bgcolor="${brand.colour}" style="border-radius:9px;color:#ffffff;font-size:18px;font-weight:700">${initial}</td>
<td style="padding-left:12px;font-size:15px;font-weight:600;color:${ink}">${escapeHtml(brand.name)}</td></tr></table>
<div style="padding-top:22px;font-size:21px;line-height:1.3;font-weight:650;color:${ink}">${escapeHtml(subject)}</div></td></tr>`;
  const words = paragraphs.map((text) => paragraphRow(text)).join("\n");
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f2f4f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f2f4f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px;border-radius:12px">
${head}
${words}
${form.rows.length > 0 ? rowsTable(form) : ""}
${form.items.map((item, at) => itemRow(item, at, form)).join("\n")}
${form.button ? buttonRow(form) : ""}
<tr><td style="padding:28px 36px 32px;${type};font-size:12px;line-height:1.5;color:${grey}">${withLink(foot, brand.address)}</td></tr>
</table></td></tr></table></body></html>
`;
}

function paragraphRow(text: string): string {
  return `<tr><td style="padding:16px 36px 0;${type};font-size:15px;line-height:1.6;color:#344054">${escapeHtml(text)}</td></tr>`;
}

function rowsTable({ rows, layout }: FilledForm): string {
  const isReceipt = layout === "receipt";
  const cells = rows.map(({ name, value }, at) => {
    const isSum = isReceipt && at === rows.findLastIndex((row) => /^[€£$]/.test(row.value));
    const line = at === 0 ? "" : "border-top:1px solid #eaecf0;";
    return `<tr><td style="${line}padding:11px 0;color:${grey}">${escapeHtml(name)}</td>
<td align="right" style="${line}padding:11px 0;color:${ink};font-weight:${isSum ? 700 : 500}">${escapeHtml(value)}</td></tr>`;
  });
  return `<tr><td style="padding:20px 36px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${type};font-size:14px;background:#f9fafb;border-radius:8px"><tr><td style="padding:6px 18px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${cells.join("\n")}
</table></td></tr></table></td></tr>`;
}

function itemRow(
  { headline, blurb }: FilledForm["items"][number],
  at: number,
  { brand, layout }: FilledForm,
): string {
  const badge =
    layout === "social"
      ? `<td width="44" valign="top"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="34" height="34" align="center" bgcolor="${brand.colour}" style="border-radius:17px;color:#ffffff;font-size:14px;font-weight:600">${escapeHtml(headline.slice(0, 1))}</td></tr></table></td>`
      : layout === "digest"
        ? `<td width="30" valign="top" style="font-size:20px;font-weight:700;color:${brand.colour}">${at + 1}</td>`
        : "";
  return `<tr><td style="padding:18px 36px 0"><table role="presentation" cellpadding="0" cellspacing="0" style="${type}"><tr>${badge}
<td style="font-size:14px;line-height:1.5;color:#475467"><b style="font-size:16px;color:${ink}">${escapeHtml(headline)}</b><br>${escapeHtml(blurb)}</td></tr></table></td></tr>`;
}

function buttonRow({ brand, button }: FilledForm): string {
  return `<tr><td style="padding:26px 36px 0"><a href="${linkOf(brand.address)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${brand.colour};${type};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(button)}</a></td></tr>`;
}

/** Formats the message as blocks and lists with a style sheet, and shares nothing with the other part's layout. */
function blockLayout(form: FilledForm): string {
  const { brand, layout, subject, paragraphs, rows, items, button, foot } = form;
  const facts = rows
    .map(({ name, value }) =>
      layout === "ledger"
        ? `<p class="l"><span>${escapeHtml(name)}</span> <strong>${escapeHtml(value)}</strong></p>`
        : `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
    )
    .join("");
  const list = items
    .map(({ headline, blurb }) => `<li><em>${escapeHtml(headline)}</em> ${escapeHtml(blurb)}</li>`)
    .join("");
  return `<html><head><style>body{font:16px Georgia,serif}h1{color:${brand.colour}}.l span{opacity:.7}footer{font-size:12px}</style></head><body><header><h2>${escapeHtml(brand.name)}</h2></header><main><h1>${escapeHtml(subject)}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}${layout === "ledger" ? facts : `<dl>${facts}</dl>`}${list && `<ul>${list}</ul>`}${button && `<p><a href="${linkOf(brand.address)}">${escapeHtml(button)}</a></p>`}</main><footer>${escapeHtml(foot)}</footer></body></html>`;
}

function linkOf(address: string): string {
  return `https://${address.split("@")[1] ?? "example.com"}/open`;
}

/** Turns the word Unsubscribe in the footer into a link. */
function withLink(foot: string, address: string): string {
  const link = linkOf(address).replace(/open$/, "leave");
  return escapeHtml(foot).replace(
    /\bUnsubscribe\b/,
    `<a href="${link}" style="color:${grey}">Unsubscribe</a>`,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
