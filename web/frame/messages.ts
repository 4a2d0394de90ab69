/** Message from the app to the frame: an email to show. */
export interface ShowMail {
  kind: "show";
  id: string;
  /** The HTML as received; empty without HTML. */
  html: string;
  /** The plain text, shown without HTML. */
  text: string;
  /** True if its subject marks it as a reply, which may quote another message. */
  isReply: boolean;
  /** Shown if the message has neither text nor HTML. */
  emptyText: string;
  /**
   * Maps `cid:…` or a remote address, as written in the message, to a signed address of this server. Remote ones are included
   * once the reader has asked for them: an address that is absent is never loaded.
   */
  images: Map<string, string>;
  theme: "light" | "dark";
  /** Treatment of a message with its own colors in the dark theme: dark as well, or unchanged. */
  designed: "dark" | "original";
  labels: { showQuote: string; hideQuote: string };
  /** The strokes that are sent to the app by name; the app decides what they do. */
  strokes: readonly string[];
  /** For printing: the parts above and below the message on paper. Its quotes are expanded then. */
  paper?: PaperFrame;
}

/** Content of a printed message besides its body. */
export interface PaperFrame {
  subject: string;
  /** Sender, recipients, date: a label and its value. */
  rows: readonly (readonly [label: string, value: string])[];
  filesTitle: string;
  /** The attached files: name and size. */
  files: readonly (readonly [name: string, size: string])[];
}

/** Passage of the shown message to highlight; "" highlights nothing. */
export interface FindPassage {
  kind: "find";
  id: string;
  passage: string;
}

/** The app's text font. The frame must not fetch anything, so the app sends it. */
export interface LendFace {
  kind: "face";
  family: string;
  bytes: ArrayBuffer;
}

/** All messages of the frame. The app trusts only their shape. */
export type FrameMessage =
  | { id: string; kind: "ready" | "printed" }
  /** `isDesigned`: it sets its own colors, and the user can choose how the dark theme treats it. */
  | { id: string; kind: "shown"; isDesigned: boolean }
  | { id: string; kind: "height"; height: number }
  /** Distance of the requested passage from the top. */
  | { id: string; kind: "passage"; top: number }
  | { id: string; kind: "link"; url: string }
  | { id: string; kind: "key"; key: string };

/** Parses a message of the frame; returns null for any other shape. */
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
