import { locale } from "#/lib/locale.ts";

/** Texts of importing and exporting mail, and of blocked senders. */
export const transferTexts = {
  import: {
    title: "Import",
    hint: "From mbox or .eml files, or a zip or tar file with them or with a Maildir, such as a Google Takeout export. Takeout emails go to their Gmail folders and labels, all others to a folder “Imported”. Emails that already exist are not imported twice.",
    choose: "Choose a file…",
    into: "Into",
    sending: (share: string) => `Uploading… ${share}`,
    stop: (name: string) => `Stop importing ${name}`,
    dismiss: (name: string) => `Remove ${name} from the list`,
    running: (done: string) => `Importing… ${done}`,
    done: (done: string) => `Done: ${done}`,
    cancelled: (done: string) => `Stopped: ${done}`,
    counts: (imported: number, skipped: number, refused: number) =>
      [
        `${imported.toLocaleString(locale)} imported`,
        skipped > 0 && `${skipped.toLocaleString(locale)} already existed`,
        refused > 0 && `${refused.toLocaleString(locale)} could not be read`,
      ]
        .filter(Boolean)
        .join(", "),
    failed: "The file could not be uploaded.",
  },
  export: {
    title: "Export",
    hint: "A folder as one mbox file, which most email apps can read.",
    folder: "Folder",
    all: (name: string) => `${name}, all accounts`,
    start: "Export",
    shown: "Export as mbox",
    failed: "The export could not be started.",
  },
  blocked: {
    title: "Blocked senders",
    hint: "Their emails go to Spam.",
    none: "No blocked senders. Open an email's details to block its sender.",
    unblock: "Unblock",
    unblockName: (address: string) => `Unblock ${address}`,
  },
  trusted: {
    title: "Always show images from",
    hint: "Trackers in their emails stay blocked.",
    none: "None yet. Choose “Always” above an email with hidden images.",
    revoke: "Ask again",
    revokeName: (address: string) => `Ask again before images from ${address} are loaded`,
  },
} as const;
