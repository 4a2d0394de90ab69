import { locale } from "#/lib/locale.ts";
import type { Folder } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import {
  Archive,
  Clock,
  File,
  Inbox,
  type LucideIcon,
  OctagonAlert,
  Send,
  Star,
  Trash2,
} from "lucide-react";
import { foldersQuery } from "#/api/queries.ts";
import { folderProof } from "#/features/sidebar/folder-proof.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { type FolderSlug, folderSlugs } from "#/state/view/folder-slugs.ts";
import { isMailPath, linkTo, useMailPlace } from "#/state/view/mail-route.ts";

const icons: Record<FolderSlug, LucideIcon> = {
  inbox: Inbox,
  starred: Star,
  snoozed: Clock,
  sent: Send,
  drafts: File,
  archive: Archive,
  spam: OctagonAlert,
  trash: Trash2,
};

/** Folders with a count of unread mail, because mail in them waits for the user. */
const counted: readonly FolderSlug[] = ["inbox", "spam"];

/** The folders. The tide line slides to the current one. */
export function NavLinks(props: { isNarrow: boolean; onFollow?: (() => void) | undefined }) {
  const { view } = useMailPlace();
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  const { folders, unread } = useFolders();
  const shown = isInMail && view.kind === "folder" ? folderSlugs.indexOf(view.slug) : -1;
  return (
    <nav
      aria-label={texts.shell.mailboxes}
      className="relative [--link-height:2.25rem] coarse:[--link-height:2.75rem]"
    >
      <span
        aria-hidden="true"
        className={cn(
          "absolute top-[calc(var(--link-height)/2-0.625rem)] start-0 z-10 h-5 w-0.5 rounded-full bg-accent transition-[translate,opacity]",
          shown < 0 && "opacity-0",
        )}
        style={{ translate: `0 calc(${Math.max(shown, 0)} * var(--link-height))` }}
      />
      <ul>
        {folderSlugs.map((slug, index) => (
          <li key={slug}>
            <FolderLink
              slug={slug}
              isShown={index === shown}
              isNarrow={props.isNarrow}
              unread={counted.includes(slug) ? (unread[slug] ?? 0) : 0}
              proof={folderProof(folders.filter(({ role }) => role === slug))}
              onFollow={props.onFollow}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FolderLink(props: {
  slug: FolderSlug;
  isShown: boolean;
  isNarrow: boolean;
  unread: number;
  proof: string;
  onFollow: (() => void) | undefined;
}) {
  const { slug, isShown, isNarrow, unread } = props;
  const Icon = icons[slug];
  const name = texts.folders[slug];
  return (
    <Link
      {...linkTo({ kind: "folder", slug })}
      onClick={props.onFollow}
      aria-current={isShown ? "page" : undefined}
      title={isNarrow ? name : props.proof || undefined}
      className={cn(
        "relative flex h-(--link-height) items-center gap-3 overflow-hidden rounded-control pe-2.5 ps-[0.6875rem] text-control whitespace-nowrap transition-colors",
        isShown ? "bg-selected font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      <Icon
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cn("shrink-0 transition-colors", isShown && "text-accent-ink")}
      />
      <span className={cn("flex-1 transition-opacity", isNarrow && "opacity-0")}>{name}</span>
      {unread > 0 && !isNarrow && (
        <span className="text-meta font-semibold text-ink-2 tabular">
          {" "}
          {unread.toLocaleString(locale)}
          <span className="sr-only"> {texts.shell.unreadWord}</span>
        </span>
      )}
      {unread > 0 && isNarrow && slug !== "spam" && (
        <span
          aria-hidden="true"
          className="absolute top-1.5 start-6 size-2 rounded-full bg-unread ring-2 ring-canvas"
        />
      )}
    </Link>
  );
}

function useFolders(): {
  folders: readonly Folder[];
  unread: Partial<Record<FolderSlug, number>>;
} {
  const { activeId } = useAccounts();
  const { data } = useQuery(foldersQuery(activeId));
  if (!data) return { folders: [], unread: {} };
  const { folders } = data;
  if (activeId === null) return { folders, unread: data.unread };
  const counts: Record<string, number> = {};
  for (const { role, unread } of folders) counts[role] = (counts[role] ?? 0) + unread;
  return { folders, unread: counts };
}
