import { useEffect, useLayoutEffect, useRef } from "react";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { FrameWindow } from "#/features/mail-frame/frame-window.ts";
import type { ShowMail } from "#/frame/messages.ts";
import { replyPrefix } from "#/lib/reply-prefix.ts";
import { strokesOfFrame } from "#/state/commands/commands.ts";
import { usePassage } from "#/state/view/passage.ts";

/** A message as the frame shows it. */
export interface FramedMail {
  id: string;
  /** HTML as received; empty if the message has none. */
  html: string;
  text: string;
  subject: string;
  /** Signed addresses of our own by the image's source in the message (`cid:…`, or a remote address after consent). */
  images: Readonly<Record<string, string>>;
}

/** The look of a message. */
interface Look {
  theme: "light" | "dark";
  /** Look of a message with its own colors in the dark theme. */
  designed: "dark" | "original";
}

/** Hidden frames, the most recently used at the end; some hold a message. */
const waiting: FrameWindow[] = [];
const maxWaiting = 3;

/** Loads a frame ahead of the first message. */
export function warmUpFrame(): void {
  if (waiting.length === 0) waiting.push(new FrameWindow(frameTexts.title));
}

/** The last slot of a message: the next one will have the same width. */
let lastSlot: Element | null = null;

/** Renders a message that is likely to be opened next, in a hidden frame. */
export function drawAhead(mail: FramedMail, look: Look): void {
  if (lastSlot === null || waiting.some(({ emailId }) => emailId === mail.id)) return;
  const free = waiting.findIndex(({ emailId }) => emailId === null);
  const isFull = waiting.length >= maxWaiting;
  const [known] = free >= 0 || isFull ? waiting.splice(Math.max(free, 0), 1) : [];
  const frame = known ?? new FrameWindow(frameTexts.title);
  waiting.push(frame);
  frame.drawAhead(asShown(mail, look), lastSlot.clientWidth);
}

/** Returns the frame that holds this message, or a free one. */
function takeFrame(emailId: string): FrameWindow {
  const own = waiting.findIndex((frame) => frame.emailId === emailId);
  const free = waiting.findIndex((frame) => frame.emailId === null);
  const [frame] = waiting.splice(own >= 0 ? own : Math.max(free, 0), 1);
  return frame ?? new FrameWindow(frameTexts.title);
}

function giveBack(frame: FrameWindow): void {
  if (frame.isBusy) {
    // All frames share a process, which ends with the last of them, and so does the work that keeps it busy.
    for (const each of [frame, ...waiting.splice(0)]) each[Symbol.dispose]();
    return;
  }
  waiting.push(frame);
  // The frame of the previous message is returned before the next message takes one.
  if (waiting.length > maxWaiting + 1) waiting.shift()?.[Symbol.dispose]();
}

/** The content of a message, in a document that cannot access the app. */
export function MailFrame(props: {
  mail: FramedMail;
  look: Look;
  /** True if the reader waits for it, without a time limit. */
  isAwaited: boolean;
  /** Called when it is not shown in time. */
  onSlow: () => void;
  /** Called when a message is shown: whether it brings its own colors. */
  onShown?: (shown: { isDesigned: boolean }) => void;
  /** Called with the name of a key that was pressed in the frame. */
  onKey: (key: string) => void;
  /** Called with a clicked mail address, as a `mailto:` URL. */
  onMailto?: (url: string) => void;
}) {
  const slot = useRef<HTMLDivElement>(null);
  const lent = useRef<FrameWindow | null>(null);
  const handlers = useRef(props);
  useEffect(() => {
    handlers.current = props;
  });

  const { id, html, text, subject } = props.mail;
  // Following the same link again creates a new passage object.
  const passage = usePassage(({ passage: led }) => (led?.emailId === id ? led : null));
  const wanted = useRef(passage);
  useLayoutEffect(() => {
    if (wanted.current === passage) return;
    wanted.current = passage;
    // Content out of sight is not laid out, and has no positions.
    if (passage) slot.current?.scrollIntoView({ block: "nearest" });
    lent.current?.find(passage?.text ?? "");
  }, [passage]);

  useLayoutEffect(() => {
    const place = slot.current;
    if (!place) return;
    const frame = takeFrame(handlers.current.mail.id);
    lastSlot = place;
    lent.current = frame;
    frame.enter(place, {
      onMessage: (message) => {
        if (message.kind === "key") handlers.current.onKey(message.key);
        if (message.kind === "shown") {
          handlers.current.onShown?.(message);
          if (wanted.current) frame.find(wanted.current.text);
        }
        if (message.kind === "passage") scrollTo(place, message.top);
        if (message.kind === "link") handlers.current.onMailto?.(message.url);
      },
      onSlow: () => handlers.current.onSlow(),
    });
    return () => {
      lent.current = null;
      frame.leave(place);
      giveBack(frame);
    };
  }, []);

  // A new object with the same images must not show the message again.
  const images = JSON.stringify(props.mail.images);
  const { theme, designed } = props.look;
  const { isAwaited } = props;
  useLayoutEffect(() => {
    const known = JSON.parse(images) as FramedMail["images"];
    const mail = asShown({ id, html, text, subject, images: known }, { theme, designed });
    lent.current?.show(mail, { isAwaited });
  }, [id, html, text, subject, images, theme, designed, isAwaited]);

  return <div ref={slot} className="relative" />;
}

/** Returns the message to post into the frame. */
function asShown({ images, subject, ...mail }: FramedMail, look: Look): ShowMail {
  return {
    ...mail,
    ...look,
    kind: "show",
    isReply: replyPrefix.test(subject),
    emptyText: frameTexts.empty,
    images: new Map(Object.entries(images)),
    labels: { showQuote: frameTexts.showQuote, hideQuote: frameTexts.hideQuote },
    strokes: strokesOfFrame(),
  };
}

/** Scrolls the page to a position inside the frame, which is as high as its message. */
function scrollTo(slot: HTMLElement, top: number): void {
  const mark = document.createElement("span");
  mark.style.cssText = `position:absolute;inset-block-start:${top}px;height:1px`;
  slot.append(mark);
  mark.scrollIntoView({ block: "center" });
  mark.remove();
}
