import { useEffect, useLayoutEffect, useRef } from "react";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { FrameWindow } from "#/features/mail-frame/frame-window.ts";
import { strokesOfFrame } from "#/state/commands.ts";
import { usePassage } from "#/state/passage.ts";

/** A mail as the frame shows it. */
export interface FramedMail {
  id: string;
  /** HTML as received; empty when the mail has none. */
  html: string;
  text: string;
  /** From what the mail names (`cid:…`, or a remote address once asked for) to a signed address of our own. */
  images: Readonly<Record<string, string>>;
}

/** Frames that wait for a mail: a conversation needs several, and each takes a while to load. */
const waiting: FrameWindow[] = [];
const mostWaiting = 3;

/** Loads a frame ahead, so that the first mail finds it there. */
export function warmUpFrame(): void {
  if (waiting.length === 0) waiting.push(new FrameWindow(frameTexts.title));
}

function giveBack(frame: FrameWindow): void {
  if (waiting.length < mostWaiting) waiting.push(frame);
  else frame[Symbol.dispose]();
}

/** The content of a mail, in a document that can reach nothing of the app. */
export function MailFrame(props: {
  mail: FramedMail;
  theme: "light" | "dark";
  /** How a mail that brings its own colours is shown in the dark. */
  designed: "dark" | "original";
  /** Whether the mail that is shown brings its own colours. */
  onShown?: (isDesigned: boolean) => void;
  /** A key that was pressed inside, by its name. */
  onKey: (key: string) => void;
  /** A mail address that was clicked, as a `mailto:` URL. */
  onMailto?: (url: string) => void;
}) {
  const slot = useRef<HTMLDivElement>(null);
  const lent = useRef<FrameWindow | null>(null);
  const handlers = useRef(props);
  useEffect(() => {
    handlers.current = props;
  });

  const { id, html, text } = props.mail;
  // Whoever is led to the same place once more is a passage of its own.
  const passage = usePassage(({ passage: led }) => (led?.emailId === id ? led : null));
  const sought = useRef(passage);
  useLayoutEffect(() => {
    if (sought.current === passage) return;
    sought.current = passage;
    // What is out of sight is not laid out, and has no places.
    if (passage) slot.current?.scrollIntoView({ block: "nearest" });
    lent.current?.find(passage?.text ?? "");
  }, [passage]);

  useLayoutEffect(() => {
    const place = slot.current;
    if (!place) return;
    const frame = waiting.pop() ?? new FrameWindow(frameTexts.title);
    lent.current = frame;
    frame.enter(place, {
      onMessage: (message) => {
        if (message.kind === "key") handlers.current.onKey(message.key);
        if (message.kind === "shown") {
          handlers.current.onShown?.(message.isDesigned);
          if (sought.current) frame.find(sought.current.text);
        }
        if (message.kind === "passage") scrollTo(place, message.top);
        if (message.kind === "link") handlers.current.onMailto?.(message.url);
      },
    });
    return () => {
      lent.current = null;
      frame.leave(place);
      giveBack(frame);
    };
  }, []);

  // The same images in a new object are no reason to show the mail anew.
  const images = Object.entries(props.mail.images).flat().join("\n");
  useLayoutEffect(() => {
    const words = images.split("\n");
    const known = new Map<string, string>();
    for (let at = 0; at + 1 < words.length; at += 2)
      known.set(words[at] ?? "", words[at + 1] ?? "");
    lent.current?.show({
      kind: "show",
      id,
      html,
      text,
      emptyText: frameTexts.empty,
      images: known,
      theme: props.theme,
      designed: props.designed,
      labels: { showQuote: frameTexts.showQuote, hideQuote: frameTexts.hideQuote },
      strokes: strokesOfFrame(),
    });
  }, [id, html, text, images, props.theme, props.designed]);

  return <div ref={slot} className="relative" />;
}

/** Brings a place inside the frame into sight: the page scrolls, the frame is as high as its mail. */
function scrollTo(slot: HTMLElement, top: number): void {
  const mark = document.createElement("span");
  mark.style.cssText = `position:absolute;inset-block-start:${top}px;height:1px`;
  slot.append(mark);
  mark.scrollIntoView({ block: "center" });
  mark.remove();
}
