/** What the app posts into the frame: one mail to show. */
export interface ShowMail {
  kind: "show";
  id: string;
  /** The HTML as it was received; empty when there is none. */
  html: string;
  /** The plain text, shown when there is no HTML. */
  text: string;
  /** Said when there is neither. */
  emptyText: string;
  /**
   * From `cid:…` or a remote address, as the mail writes it, to a signed address of our own. Remote ones are in
   * it once the reader has asked for them: what is not in it is never loaded.
   */
  images: Map<string, string>;
  theme: "light" | "dark";
  labels: { showQuote: string; hideQuote: string };
}

/** The app's text face. The frame may fetch nothing, so the app hands it over. */
export interface LendFace {
  kind: "face";
  family: string;
  bytes: ArrayBuffer;
}

/** The keys that the frame hands to the app by name. */
export const frameKeys = ["Escape", "j", "k", "u", "s", "r", "c", "/", "?"] as const;
type FrameKey = (typeof frameKeys)[number];

/** All that the frame ever says. Nothing in it is trusted beyond this shape. */
export type FrameMessage =
  | { id: string; kind: "ready" | "shown" }
  | { id: string; kind: "height"; height: number }
  | { id: string; kind: "link"; url: string }
  | { id: string; kind: "key"; key: FrameKey };

/** Reads what came from the frame; null when it has any other shape. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  const { id, kind, height, url, key } = data;
  if (typeof id !== "string") return null;
  if (kind === "ready" || kind === "shown") return { id, kind };
  if (kind === "height" && typeof height === "number" && height >= 0 && Number.isFinite(height)) {
    return { id, kind, height };
  }
  if (kind === "link" && typeof url === "string" && url.startsWith("mailto:")) {
    return { id, kind, url };
  }
  const name = frameKeys.find((one) => one === key);
  return kind === "key" && name ? { id, kind, key: name } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
