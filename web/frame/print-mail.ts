import type { PaperFrame } from "#/frame/messages.ts";

/** Maximum time to wait for a picture: a print without it is better than no print. */
const pictureMs = 8000;

/** Adds the header fields and files, which the window shows outside the frame, and expands collapsed quotes. */
export function layOnPaper(place: HTMLElement, { subject, rows, filesTitle, files }: PaperFrame) {
  document.title = subject;
  document.documentElement.classList.add("on-paper");
  for (const toggle of place.querySelectorAll(".quote-toggle")) toggle.remove();
  for (const quote of place.querySelectorAll<HTMLElement>(".folded-quote")) quote.hidden = false;
  const head = document.createElement("header");
  head.className = "paper-head";
  const title = document.createElement("h1");
  title.dir = "auto";
  title.textContent = subject;
  head.append(title, listOf("dl", rows, "dt", "dd"));
  place.before(head);
  if (files.length === 0) return;
  const foot = document.createElement("footer");
  foot.className = "paper-files";
  const name = document.createElement("h2");
  name.textContent = filesTitle;
  foot.append(name, listOf("ul", files, "bdi", "span"));
  place.after(foot);
}

function listOf(
  kind: "dl" | "ul",
  pairs: readonly (readonly [string, string])[],
  first: string,
  second: string,
): HTMLElement {
  const list = document.createElement(kind);
  for (const texts of pairs) {
    const item = document.createElement(kind === "ul" ? "li" : "div");
    for (const [at, name] of [first, second].entries()) {
      const part = document.createElement(name);
      part.dir = "auto";
      part.textContent = texts[at] ?? "";
      item.append(part, " ");
    }
    list.append(item);
  }
  return list;
}

/** Opens the print dialog once the images are loaded; resolves when it is closed. */
export async function printPage(): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, pictureMs);
  });
  const pictures = [...document.images].map((image) => image.decode().catch(() => undefined));
  await Promise.race([Promise.all([...pictures, document.fonts.ready]), late]);
  const closed = new Promise((resolve) => {
    addEventListener("afterprint", resolve, { once: true });
  });
  print();
  await closed;
}
