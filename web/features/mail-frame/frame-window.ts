import textFace from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import {
  type FindPassage,
  type FrameMessage,
  type LendFace,
  readFrameMessage,
  type ShowMail,
} from "#/frame/messages.ts";

/** No `allow-same-origin`: together with `allow-scripts` that would be no sandbox at all. */
const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
/** The build writes which version of it belongs to this page, so that the browser keeps it, also for want of a connection. */
function framePage(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=mail-frame]")?.content ?? "";
}

const maxHeightPx = 500_000;

export interface FrameListener {
  onMessage: (message: FrameMessage) => void;
}

/** The one frame that shows mail: made once, moved to where it is needed, so that opening a mail loads no page. */
export class FrameWindow implements Disposable {
  readonly #title: string;
  #frame: HTMLIFrameElement;
  #isReady = false;
  #mail: ShowMail | null = null;
  #listener: FrameListener | null = null;
  // Where the frame waits while no mail is open.
  readonly #parking = document.createElement("div");
  readonly #stop = new AbortController();

  constructor(title: string) {
    this.#title = title;
    this.#parking.hidden = true;
    document.body.append(this.#parking);
    this.#frame = this.#make();
    this.#parking.append(this.#frame);
    window.addEventListener("message", (event) => this.#take(event), { signal: this.#stop.signal });
  }

  /** Brings the frame into `slot`. */
  enter(slot: Element, listener: FrameListener): void {
    this.#listener = listener;
    this.#move(slot);
  }

  /** Takes the frame out of the page again; what it showed is no longer heard. */
  leave(slot: Element): void {
    if (this.#frame.parentElement !== slot) return;
    this.#listener = null;
    this.#mail = null;
    this.#frame.style.visibility = "hidden";
    this.#move(this.#parking);
  }

  /** Shows a mail in the place of the one before. */
  show(mail: ShowMail): void {
    if (this.#mail?.id !== mail.id) this.#frame.style.visibility = "hidden";
    this.#frame.style.colorScheme = mail.theme;
    this.#mail = mail;
    this.#post();
  }

  /** Marks a passage of the mail that it shows; where it stands is said as a message. */
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
    // Elsewhere moving a frame loads it again: it says "ready" once more, and is told its mail anew.
    this.#isReady = false;
    to.append(this.#frame);
  }

  #post(): void {
    if (!this.#isReady || !this.#mail) return;
    // An opaque origin has no name to address. Whoever is in the frame was let in by our own `frame-src`.
    this.#frame.contentWindow?.postMessage(this.#mail, "*");
  }

  async #lendFace(): Promise<void> {
    try {
      // The page has it already: this is read from the browser's cache.
      const bytes = await (await fetch(textFace)).arrayBuffer();
      const face: LendFace = { kind: "face", family: "Inter Variable", bytes };
      this.#frame.contentWindow?.postMessage(face, "*", [bytes]);
    } catch {
      // Mail is then set in the system's face.
    }
  }

  #take(event: MessageEvent): void {
    if (event.source !== this.#frame.contentWindow || event.origin !== "null") return;
    const message = readFrameMessage(event.data);
    if (!message) return;
    if (message.kind === "ready") {
      // A frame that says so twice is not the document it was: it is thrown away before it hears of any mail.
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
    if (message.kind === "shown") this.#frame.style.visibility = "";
    this.#listener?.onMessage(message);
  }

  #replace(): void {
    const fresh = this.#make();
    this.#isReady = false;
    this.#frame.replaceWith(fresh);
    this.#frame = fresh;
  }
}
