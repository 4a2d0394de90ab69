import textFace from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import {
  type FindPassage,
  type FrameMessage,
  type LendFace,
  readFrameMessage,
  type ShowMail,
} from "#/frame/messages.ts";

/** Without `allow-same-origin`: together with `allow-scripts` it would disable the sandbox. */
const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
/** The build writes the version of the frame page that belongs to this page: the browser can cache it, for offline use too. */
function framePage(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=mail-frame]")?.content ?? "";
}

const maxHeightPx = 500_000;
/** A message whose layout takes longer keeps its frame busy, by accident or on purpose. */
const slowMs = 2000;
/** A shorter message is slow only if the whole device is. */
const minLetters = 10_000;

export interface FrameListener {
  onMessage: (message: FrameMessage) => void;
  /** Called when the message was not shown in time; the frame is then useless. */
  onSlow: () => void;
}

/** The frame that shows mail. It is created once and moved to where it is needed: opening a message loads no page. */
export class FrameWindow implements Disposable {
  readonly #title: string;
  #frame: HTMLIFrameElement;
  #isReady = false;
  #isAwaited = false;
  #isBusy = false;
  #mail: ShowMail | null = null;
  /** The frame's message after it showed the mail; null until then. */
  #shown: Extract<FrameMessage, { kind: "shown" }> | null = null;
  #listener: FrameListener | null = null;
  #slowTimer: number | undefined;
  // Holds the frame while no message is open.
  readonly #parking = document.createElement("div");
  readonly #stop = new AbortController();

  constructor(title: string) {
    this.#title = title;
    // Laid out, because a message may be drawn in it, but invisible and unreachable.
    this.#parking.style.cssText =
      "position:fixed;inset:0 auto auto 0;visibility:hidden;contain:strict";
    this.#parking.inert = true;
    document.body.append(this.#parking);
    this.#frame = this.#make();
    this.#parking.append(this.#frame);
    window.addEventListener("message", (event) => this.#take(event), { signal: this.#stop.signal });
  }

  /** Moves the frame into `slot`. */
  enter(slot: Element, listener: FrameListener): void {
    this.#listener = listener;
    this.#move(slot);
  }

  /** Takes the frame out of the page again. Its content is kept, but its messages are ignored. */
  leave(slot: Element): void {
    if (this.#frame.parentElement !== slot) return;
    this.find("");
    this.#listener = null;
    this.#move(this.#parking);
    // A frame that was reloaded has lost its message.
    if (!this.#isReady) this.#mail = null;
  }

  /** True if its message has kept it busy for too long. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The id of the message in the frame. */
  get emailId(): string | null {
    return this.#mail?.id ?? null;
  }

  /** Shows a message in place of the previous one; at once if the frame shows it already. With `isAwaited` it may take long. */
  show(mail: ShowMail, { isAwaited = false } = {}): void {
    if (this.#shown && this.#mail && isSame(this.#mail, mail)) {
      this.#listener?.onMessage(this.#shown);
      return;
    }
    if (this.#mail?.id !== mail.id) {
      this.#frame.style.visibility = "hidden";
      delete this.#frame.dataset["mail"];
    }
    this.#frame.style.colorScheme = mail.theme;
    this.#mail = mail;
    this.#shown = null;
    this.#isAwaited = isAwaited;
    this.#post();
  }

  /** Draws a message that is likely to be opened next, as wide as it will be, and out of sight. */
  drawAhead(mail: ShowMail, widthPx: number): void {
    this.#parking.style.inlineSize = `${widthPx}px`;
    this.show(mail);
  }

  /** Marks a passage of the message in the frame; its position is reported by a message. */
  find(passage: string): void {
    if (!this.#isReady || !this.#mail) return;
    const wanted: FindPassage = { kind: "find", id: this.#mail.id, passage };
    this.#frame.contentWindow?.postMessage(wanted, "*");
  }

  focus(): void {
    this.#frame.focus();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    window.clearTimeout(this.#slowTimer);
    this.#frame.remove();
    this.#parking.remove();
  }

  #make(): HTMLIFrameElement {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", sandbox);
    frame.referrerPolicy = "no-referrer";
    frame.title = this.#title;
    frame.className = "block w-full border-0 bg-transparent";
    frame.style.visibility = "hidden";
    frame.style.height = "0";
    frame.src = framePage();
    return frame;
  }

  #move(to: Element): void {
    if (this.#frame.parentElement === to) return;
    if ("moveBefore" in to && typeof to.moveBefore === "function") {
      to.moveBefore(this.#frame, null);
      return;
    }
    // Without `moveBefore`, moving a frame reloads it: it sends "ready" again and then receives its message.
    this.#isReady = false;
    this.#shown = null;
    to.append(this.#frame);
  }

  #post(): void {
    if (!this.#isReady || !this.#mail) return;
    // An opaque origin cannot be addressed. Our own `frame-src` allowed the document in the frame.
    this.#frame.contentWindow?.postMessage(this.#mail, "*");
    window.clearTimeout(this.#slowTimer);
    if (this.#isAwaited || this.#mail.html.length < minLetters) return;
    this.#slowTimer = window.setTimeout(() => {
      this.#isBusy = true;
      this.#listener?.onSlow();
    }, slowMs);
  }

  async #lendFace(): Promise<void> {
    try {
      // The page has loaded it already: this reads from the browser's cache.
      const bytes = await (await fetch(textFace)).arrayBuffer();
      const face: LendFace = { kind: "face", family: "Inter Variable", bytes };
      this.#frame.contentWindow?.postMessage(face, "*", [bytes]);
    } catch {
      // Messages then use the system font.
    }
  }

  #take(event: MessageEvent): void {
    if (event.source !== this.#frame.contentWindow || event.origin !== "null") return;
    const message = readFrameMessage(event.data);
    if (!message) return;
    if (message.kind === "ready") {
      // A second "ready" comes from another document: the frame is replaced before it receives a message.
      if (this.#isReady) this.#replace();
      else {
        this.#isReady = true;
        this.#post();
        void this.#lendFace();
      }
      return;
    }
    if (message.id !== this.#mail?.id) return;
    if (message.kind === "height") {
      this.#frame.style.height = `${Math.min(message.height, maxHeightPx)}px`;
    }
    if (message.kind === "shown") {
      window.clearTimeout(this.#slowTimer);
      this.#isBusy = false;
      this.#shown = message;
      this.#frame.dataset["mail"] = message.id;
      this.#frame.style.visibility = "";
      // After the frame is parked, the message keeps its layout at the same width.
      if (this.#listener) this.#parking.style.inlineSize = `${this.#frame.clientWidth}px`;
    }
    this.#listener?.onMessage(message);
  }

  #replace(): void {
    const fresh = this.#make();
    this.#isReady = false;
    this.#shown = null;
    this.#frame.replaceWith(fresh);
    this.#frame = fresh;
  }
}

/** Reports whether the two would be drawn the same. */
function isSame({ html, text, ...one }: ShowMail, other: ShowMail): boolean {
  return html === other.html && text === other.text && restOf(one) === restOf(other);
}

function restOf(mail: Omit<ShowMail, "html" | "text">): string {
  const { id, theme, designed, emptyText, labels, strokes, images } = mail;
  return JSON.stringify([id, theme, designed, emptyText, labels, strokes, [...images]]);
}
