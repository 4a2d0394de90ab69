import type { Account } from "@inlet/contract/mail/accounts.ts";
import type { Folder as MailFolder } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { foldersQuery } from "#/api/queries.ts";
import { folderProof } from "#/features/sidebar/folder-proof.ts";
import { MoreLink } from "#/features/sidebar/more-link.tsx";
import { SavedSearchLinks } from "#/features/sidebar/saved-search-links.tsx";
import { Section } from "#/features/sidebar/section.tsx";
import { slackLinkTexts } from "#/features/sidebar/slack-link-texts.ts";
import { useIsConnected } from "#/features/sidebar/use-is-connected.ts";
import { patiently } from "#/lib/retry-import.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { labelHues, useLabels } from "#/state/view/labels.ts";
import { Dot } from "#/ui/dot.tsx";

// Menus open on a press.
const LabelMenu = lazy(async () => {
  const { LabelMenu: Part } = await patiently(() => import("#/features/sidebar/label-menu.tsx"));
  return { default: Part };
});

const SlackLink = lazy(async () => {
  const { SlackLink: Part } = await patiently(() => import("#/features/sidebar/slack-link.tsx"));
  return { default: Part };
});

/** Number of an account's folders that are listed at first, and the number that each press on "more" adds. */
const foldersShown = 50;
const moreShown = 500;

/** 10 times faster than `localeCompare`: an account may have 50,000 folders. */
const collator = new Intl.Collator();

/** Labels, saved searches, the folders that only one account has, and connected services. */
export function MoreLinks({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { accounts, activeId } = useAccounts();
  const { data } = useQuery(foldersQuery(activeId));
  const labels = useLabels();
  const [menu, setMenu] = useState<{ name: string; x: number; y: number } | null>(null);
  const own = data?.folders.filter(({ role }) => role === "other") ?? [];
  return (
    <>
      {labels.length > 0 && (
        <Section name={texts.shell.labels} isOpenAtFirst>
          {labels.map(({ name, color, unread }) => (
            <MoreLink
              key={name}
              view={{ kind: "label", label: name }}
              icon={<Dot hue={labelHues[color]} className="mx-1 size-2.5" />}
              name={name}
              unread={unread}
              onFollow={onFollow}
              onMenu={(at) => setMenu({ ...at, name })}
            />
          ))}
        </Section>
      )}
      {menu && (
        <Suspense>
          <LabelMenu at={menu} onClose={() => setMenu(null)} onFollow={onFollow} />
        </Suspense>
      )}
      <SavedSearchLinks onFollow={onFollow} />
      {own.length > 0 && (
        <Section name={texts.shell.folders} isOpenAtFirst={false}>
          {accounts?.map((account) => (
            <AccountFolders
              key={account.id}
              account={account}
              isNamed={accounts.length > 1 && activeId === null}
              folders={own.filter(({ accountId }) => accountId === account.id)}
              onFollow={onFollow}
            />
          ))}
        </Section>
      )}
      {/* With everything else of the user: the page before its scripts knows none of it. */}
      {accounts && <Integrations onFollow={onFollow} />}
    </>
  );
}

/** Connected services besides mailboxes, folded until one is connected. */
export function Integrations({ onFollow }: { onFollow: (() => void) | undefined }) {
  const isConnected = useIsConnected();
  return (
    <Section name={slackLinkTexts.section} isOpenAtFirst={isConnected}>
      <li className="h-8 coarse:h-11">
        <Suspense>
          <SlackLink isNarrow={false} onFollow={onFollow} />
        </Suspense>
      </li>
    </Section>
  );
}

function AccountFolders(props: {
  account: Account;
  isNamed: boolean;
  folders: readonly MailFolder[];
  onFollow: (() => void) | undefined;
}) {
  const [shown, setShown] = useState(foldersShown);
  const { folders } = props;
  if (folders.length === 0) return null;
  const sorted = folders.toSorted((one, other) => collator.compare(one.name, other.name));
  const rest = folders.length - shown;
  return (
    <>
      {props.isNamed && (
        <li className="truncate px-2.5 pt-2 pb-1 text-meta text-ink-3">
          {props.account.account_mail}
        </li>
      )}
      {sorted.slice(0, shown).map((folder) => (
        <MoreLink
          key={folder.id}
          view={{ kind: "own", folderId: folder.id }}
          icon={<Folder size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
          name={folder.name}
          unread={folder.unread}
          proof={folderProof([folder])}
          onFollow={props.onFollow}
        />
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + moreShown)}
            className="h-8 w-full rounded-control ps-10 text-start text-label text-ink-2 hover:bg-hover coarse:h-11"
          >
            {texts.shell.moreFolders(rest)}
          </button>
        </li>
      )}
    </>
  );
}
