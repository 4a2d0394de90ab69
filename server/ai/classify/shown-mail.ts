import { unlessItThrows } from "../text/unless-it-throws.ts";
import { visibleCharacters } from "../text/visible-characters.ts";
import { visibleText } from "../text/visible-text.ts";
import type { MailToSort } from "./mail-to-sort.ts";

/** The look of a mail is known by then. */
const mostTags = 2000;

/**
 * What whoever opens the mail sees of it. Where there is HTML it alone counts, as in the reader; what it hides changes no
 * label, for only programs read that.
 */
export function shownMail({
  text,
  html,
}: Pick<MailToSort, "text" | "html">): Pick<MailToSort, "text" | "html"> {
  if (html.trim() === "") return { text: visibleCharacters(text), html: "" };
  const tags = ["<html>"];
  const lines = unlessItThrows(() =>
    visibleText(html, (name, attributes) => {
      if (tags.length < mostTags) tags.push(tagOf(name, attributes));
    }),
  );
  const own = (lines ?? []).filter(({ part }) => part !== "quoted").map((line) => line.text);
  return { text: visibleCharacters(own.join("\n")), html: tags.join("") };
}

function tagOf(name: string, attributes: Readonly<Record<string, string>>): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${all.join("").slice(0, 500)}>`.replaceAll(/(?<=.)[<>](?=.)/g, " ");
}
