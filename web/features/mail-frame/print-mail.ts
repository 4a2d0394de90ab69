import type { Email } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { imagesQuery, ownImages } from "#/features/mail-frame/known-images.ts";
import { type PaperFrame, readFrameMessage, type ShowMail } from "#/frame/messages.ts";

/** Width of the text on A4 with the usual margins. */
const paperPx = 680;

let printing: HTMLIFrameElement | null = null;

/**
 * Prints a message as a separate document: light, with its header and its files, quotes expanded. It is rendered in a frame like
 * the one that shows it, also with an opaque origin; only this one may open the print dialog.
 */
export function printMail(client: QueryClient, email: Email, paper: PaperFrame): void {
  printing?.remove();
  const frame = document.createElement("iframe");
  printing = frame;
  frame.setAttribute("sandbox", "allow-scripts allow-modals");
  frame.referrerPolicy = "no-referrer";
  frame.title = frameTexts.printed;
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  // It needs a width for the layout, but must not be visible.
  frame.style.cssText = `position:fixed;inset-block-start:100%;width:${paperPx}px;height:900px;border:0`;
  frame.src = "/mail-print.html";
  const mail: ShowMail = {
    kind: "show",
    id: email.id,
    html: email.body,
    text: email.bodyPlain,
    isReply: true,
    emptyText: frameTexts.empty,
    images: new Map(
      // Remote images are printed only if they were loaded on the screen.
      Object.entries({
        ...ownImages(email),
        ...client.getQueryData(imagesQuery(email.id).queryKey),
      }),
    ),
    strokes: [],
    theme: "light",
    designed: "original",
    labels: { showQuote: frameTexts.showQuote, hideQuote: frameTexts.hideQuote },
    paper,
  };
  const stop = new AbortController();
  window.addEventListener(
    "message",
    (event) => {
      if (!frame.isConnected) return stop.abort();
      if (event.source !== frame.contentWindow || event.origin !== "null") return;
      const message = readFrameMessage(event.data);
      // An opaque origin cannot be addressed. Our own `frame-src` allowed the document in the frame.
      if (message?.kind === "ready") frame.contentWindow?.postMessage(mail, "*");
      if (message?.kind === "printed") {
        stop.abort();
        frame.remove();
      }
    },
    { signal: stop.signal },
  );
  document.body.append(frame);
}
