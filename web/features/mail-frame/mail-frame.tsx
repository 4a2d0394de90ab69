import { useEffect, useLayoutEffect, useRef } from "react";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { FrameWindow } from "#/features/mail-frame/frame-window.ts";

/** A mail as the frame shows it. */
export interface FramedMail {
  id: string;
  /** HTML as received; empty when the mail has none. */
  html: string;
  text: string;
  /** From what the mail names (`cid:…`, or a remote address once asked for) to a signed address of our own. */
  images: Readonly<Record<string, string>>;
}

let shared: FrameWindow | undefined;

/** Loads the frame ahead, so that the first mail finds it there. */
export function warmUpFrame(): void {
  shared ??= new FrameWindow(frameTexts.title);
}

/** The content of a mail, in a document that can reach nothing of the app. One at a time. */
export function MailFrame(props: {
  mail: FramedMail;
  theme: "light" | "dark";
  /** A key that was pressed inside, by its name. */
  onKey: (key: string) => void;
  /** A mail address that was clicked, as a `mailto:` URL. */
  onMailto?: (url: string) => void;
}) {
  const slot = useRef<HTMLDivElement>(null);
  const handlers = useRef(props);
  useEffect(() => {
    handlers.current = props;
  });

  useLayoutEffect(() => {
    const place = slot.current;
    warmUpFrame();
    if (!place || !shared) return;
    const frame = shared;
    frame.enter(place, {
      onMessage: (message) => {
        if (message.kind === "key") handlers.current.onKey(message.key);
        if (message.kind === "link") handlers.current.onMailto?.(message.url);
      },
    });
    return () => frame.leave(place);
  }, []);

  const { id, html, text } = props.mail;
  // The same images in a new object are no reason to show the mail anew.
  const images = Object.entries(props.mail.images).flat().join("\n");
  useLayoutEffect(() => {
    const words = images.split("\n");
    const known = new Map<string, string>();
    for (let at = 0; at + 1 < words.length; at += 2)
      known.set(words[at] ?? "", words[at + 1] ?? "");
    shared?.show({
      kind: "show",
      id,
      html,
      text,
      emptyText: frameTexts.empty,
      images: known,
      theme: props.theme,
      labels: { showQuote: frameTexts.showQuote, hideQuote: frameTexts.hideQuote },
    });
  }, [id, html, text, images, props.theme]);

  return <div ref={slot} />;
}
