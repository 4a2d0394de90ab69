/** What the app posts into the frame: one mail to show. */
export interface ShowMail {
  kind: "show";
  id: string;
  /** The HTML as it was received; empty when there is none. */
  html: string;
  /** The plain text, shown when there is no HTML. */
  text: string;
  /** Its subject says that it answers another mail, whose words it may repeat. */
  isReply: boolean;
  /** Said when there is neither. */
  emptyText: string;
  /**
   * From `cid:…` or a remote address, as the mail writes it, to a signed address of our own. Remote ones are in
   * it once the reader has asked for them: what is not in it is never loaded.
   */
  images: Map<string, string>;
  theme: "light" | "dark";
  /** What the dark theme makes of a mail that brings its own colours: dark as well, or as it came. */
  designed: "dark" | "original";
  labels: { showQuote: string; hideQuote: string };
  /** The strokes that are handed to the app by name; what they do is decided there. */
  strokes: readonly string[];
  /** To be printed: what stands above the mail on paper and below it. Its quotes are open then. */
  paper?: PaperFrame;
}

/** What a printed mail says besides its body. */
export interface PaperFrame {
  subject: string;
  /** Who, to whom, when: a word and what it stands for. */
  rows: readonly (readonly [label: string, value: string])[];
  filesTitle: string;
  /** The attached files: name and size. */
  files: readonly (readonly [name: string, size: string])[];
}

/** A passage of the mail that is shown, to be marked; "" marks nothing. */
export interface FindPassage {
  kind: "find";
  id: string;
  passage: string;
}

/** The app's text face. The frame may fetch nothing, so the app hands it over. */
export interface LendFace {
  kind: "face";
  family: string;
  bytes: ArrayBuffer;
}

/** All that the frame ever says. Nothing in it is trusted beyond this shape. */
export type FrameMessage =
  | { id: string; kind: "ready" | "printed" }
  /** `isDesigned`: it brings its own colours, so that the dark theme has a choice. */
  | { id: string; kind: "shown"; isDesigned: boolean }
  | { id: string; kind: "height"; height: number }
  /** How far from its top the passage stands that was to be found. */
  | { id: string; kind: "passage"; top: number }
  | { id: string; kind: "link"; url: string }
  | { id: string; kind: "key"; key: string };

/** Reads what came from the frame; null when it has any other shape. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  const { id, kind, height, top, url, key, isDesigned } = data;
  if (typeof id !== "string") return null;
  if (kind === "ready" || kind === "printed") return { id, kind };
  if (kind === "shown") return { id, kind, isDesigned: isDesigned === true };
  if (kind === "height" && typeof height === "number" && height >= 0 && Number.isFinite(height)) {
    return { id, kind, height };
  }
  if (kind === "passage" && typeof top === "number" && top >= 0 && Number.isFinite(top)) {
    return { id, kind, top };
  }
  if (kind === "link" && typeof url === "string" && url.startsWith("mailto:")) {
    return { id, kind, url };
  }
  const isName =
    typeof key === "string" && /^(?:Mod\+)?(?:Shift\+)?(?:[!-~]|[A-Z][a-z]{1,11})$/.test(key);
  return kind === "key" && isName ? { id, kind, key } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
