/** Browser storage, as far as it is read here. */
type Stored = Pick<Storage, "getItem">;

/** Preferences that change the frame. */
interface Kept {
  density?: string;
  readingPane?: string;
  notifications?: { dailySummary?: boolean };
}

/**
 * Returns how the page draws the app before its scripts run, as words for `data-frame`: what the user last chose on this device.
 * The names of the stored values belong to the parts that store them.
 */
export function frameAt(stored: Stored, { pathname, search }: Location, now: Date): string {
  const { density = "normal", readingPane = "right", notifications } = keptIn(stored);
  const isMail = !/^\/app\/(?:settings|brief|contacts|connected)(?:\/|$)/.test(pathname);
  const isInbox = /^\/app(?:\/(?:inbox\/?)?)?$/.test(pathname) && !/[?&]q=/.test(search);
  const tabs = stored.getItem("inlet-room-tabs");
  const sidebar = stored.getItem("inlet-sidebar");
  // One email in the whole window has other bars.
  if (/[?&]tide=true/.test(search)) return "tide";
  const isBrief = notifications?.dailySummary === true;
  return [
    // A user who never saw an inbox here may have no account: then there is no list, and a narrow sidebar.
    isMail && tabs !== null ? "list" : "",
    isInbox ? "inbox" : "",
    isInbox && tabs === "open" ? "tabs" : "",
    isInbox && isBrief && stored.getItem("inlet-room-brief") !== now.toDateString() ? "brief" : "",
    readingPane === "right" ? "" : "wide",
    /[?&]email=/.test(search) ? "reading" : "",
    density,
    sidebar ?? (tabs === null ? "narrow" : ""),
  ]
    .filter(Boolean)
    .join(" ");
}

function keptIn(stored: Stored): Kept {
  try {
    // Safe: only savePreferences writes it.
    return JSON.parse(stored.getItem("inlet-preferences") ?? "{}") as Kept;
  } catch {
    return {};
  }
}
