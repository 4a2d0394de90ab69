import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { Archive, File, Folder, Inbox, OctagonAlert, Send, Trash2 } from "lucide-react";

const icons: Record<FolderRole, typeof Folder> = {
  inbox: Inbox,
  sent: Send,
  drafts: File,
  archive: Archive,
  spam: OctagonAlert,
  trash: Trash2,
  other: Folder,
};

/** Icon of a folder's role. */
export function FolderIcon({ role }: { role: FolderRole }) {
  const Icon = icons[role];
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />;
}
