import { locale } from "#/lib/locale.ts";

/** Every sentence of bringing mail in and taking it out, and of blocked senders. */
export const transferTexts = {
  import: {
    title: "Import",
    hint: "From mbox or .eml files, or a zip or tar with them or a Maildir in it, as Google Takeout hands out: its emails go to the folders and labels that they had in Gmail, all others to a folder “Imported”. Emails that are there already are not imported twice.",
    choose: "Choose a file…",
    into: "Into",
    sending: (share: string) => `Uploading… ${share}`,
    stop: (name: string) => `Stop importing ${name}`,
    dismiss: (name: string) => `Take ${name} off the list`,
    running: (done: string) => `Importing… ${done}`,
    done: (done: string) => `Done: ${done}`,
    cancelled: (done: string) => `Stopped: ${done}`,
    counts: (imported: number, skipped: number, refused: number) =>
      [
        `${imported.toLocaleString(locale)} imported`,
        skipped > 0 && `${skipped.toLocaleString(locale)} were there already`,
        refused > 0 && `${refused.toLocaleString(locale)} could not be read`,
      ]
        .filter(Boolean)
        .join(", "),
    failed: "The file could not be uploaded.",
  },
  export: {
    title: "Export",
    hint: "A folder as one mbox file, which every mail program reads.",
    folder: "Folder",
    all: (name: string) => `${name}, all accounts`,
    start: "Export",
    shown: "Export as mbox",
    failed: "The export could not be started.",
  },
  blocked: {
    title: "Blocked senders",
    hint: "What they send goes to Spam.",
    none: "Nobody is blocked. Open an email's details to block its sender.",
    unblock: "Unblock",
    unblockName: (address: string) => `Unblock ${address}`,
  },
  trusted: {
    title: "Images are always loaded from",
    hint: "Trackers in their emails stay blocked.",
    none: "Nobody yet. Choose “Always for this sender” above an email whose images wait.",
    revoke: "Ask again",
    revokeName: (address: string) => `Ask again before images from ${address} are loaded`,
  },
} as const;
