import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { Bookmark, FileText, Folder, type LucideIcon, Mailbox, Settings, Tag } from "lucide-react";
import { useEffect, useState } from "react";
import { templateSuggestionsQuery } from "#/api/ai-queries.ts";
import { foldersQuery } from "#/api/queries.ts";
import { iconOf } from "#/features/palette/command-icons.ts";
import { paletteTexts, settingsWords } from "#/features/palette/palette-texts.ts";
import { savedSearchTexts } from "#/texts/shared/saved-search-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { chooseAccount, useAccounts } from "#/state/view/active-account.ts";
import { commandTexts, commandWords } from "#/state/commands/command-texts.ts";
import { commandsNow, runCommand } from "#/state/commands/commands.ts";
import { useSavedSearches } from "#/state/view/saved-searches.ts";
import { useLabels } from "#/state/view/labels.ts";
import type { PaletteScope } from "#/state/commands/open-dialogs.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { useSession } from "#/state/session/session.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";

/** An entry that the palette can find. */
export interface Entry {
  /** The same in every session, because recent entries are stored by it. */
  key: string;
  text: string;
  /** Further search terms. */
  also?: string;
  /** Its kind, shown beside its name. */
  detail?: string;
  /** Its date. */
  when?: string;
  icon: LucideIcon;
  command?: CommandId;
  /** True if it opens another page or dialog and changes no email. */
  isDestination?: boolean;
  run: () => void;
}

/** An entry that matches the input, with the positions of the matching characters. */
export interface Answer extends Entry {
  at: readonly number[];
  /** True if it cannot be chosen yet, or has nothing to do. */
  isDisabled?: boolean;
}

/** Opens the composer, with a subject and a text if they are known. */
export type WriteTo = (recipient: string, subject?: string, content?: string) => void;

/** Returns all entries that are known here, or fetched from the server once. */
export function useEntries(scope: PaletteScope, onWriteTo: WriteTo): Entry[] {
  // The available commands are fixed when the palette opens: the page below it does not change.
  const [commands] = useState(() => commandsNow().filter((id) => !isHidden(id)));
  const labels = useLabelEntries();
  const others = [
    ...useFolderEntries(),
    ...labels,
    ...useSearchEntries(),
    ...useTemplateEntries(onWriteTo),
    ...useAccountEntries(),
    ...useSettingsEntries(),
  ];
  if (scope === "labels") return labels;
  return [...commands.map(ofCommand), ...others];
}

/** Accounts are listed by name below; commands that open the palette or move in the list are useless in the palette. */
function isHidden(id: CommandId): boolean {
  return id === "palette" || /^account\d$/.test(id) || /^(?:first|last|extend|next$|prev)/.test(id);
}

function ofCommand(id: CommandId): Entry {
  const also = commandWords[id];
  return {
    key: `command ${id}`,
    text: commandTexts[id],
    ...(also && { also }),
    icon: iconOf(id),
    command: id,
    isDestination: /^go[A-Z]/.test(id),
    run: () => runCommand(id),
  };
}

function useFolderEntries(): Entry[] {
  const place = useMailPlace();
  const { accounts = [], activeId } = useAccounts();
  const { data } = useQuery(foldersQuery(activeId));
  return (data?.folders ?? [])
    .filter(({ role }) => role === "other")
    .map(({ id, name, accountId }) => ({
      key: `folder ${id}`,
      text: name,
      detail:
        accounts.length > 1
          ? (accounts.find((account) => account.id === accountId)?.account_mail ?? "")
          : paletteTexts.kinds.folder,
      icon: Folder,
      isDestination: true,
      run: () => void place.goTo({ kind: "own", folderId: id }),
    }));
}

function useLabelEntries(): Entry[] {
  const place = useMailPlace();
  return useLabels().map(({ name }) => ({
    key: `label ${name}`,
    text: name,
    detail: paletteTexts.kinds.label,
    icon: Tag,
    isDestination: true,
    run: () => void place.goTo({ kind: "label", label: name }),
  }));
}

function useSearchEntries(): Entry[] {
  const place = useMailPlace();
  return useSavedSearches().map(({ id, name, query }) => ({
    key: `kept ${id}`,
    text: name,
    also: query,
    detail: savedSearchTexts.kind,
    icon: Bookmark,
    isDestination: true,
    run: () => void place.goTo({ kind: "search", query }),
  }));
}

/** Returns the user's own templates, with the user's name filled in. Each opens the composer. */
function useTemplateEntries(onWriteTo: WriteTo): Entry[] {
  const { data } = useQuery(templateSuggestionsQuery("", ""));
  return (data?.details ?? []).flatMap(({ id, name, subject, body }) =>
    id === null
      ? []
      : {
          key: `template ${id}`,
          text: name,
          also: `${paletteTexts.templateWords} ${subject}`,
          detail: paletteTexts.kinds.template,
          icon: FileText,
          run: () => onWriteTo("", subject, body),
        },
  );
}

const numbered = [
  ...(["account1", "account2", "account3", "account4", "account5"] as const),
  ...(["account6", "account7", "account8", "account9"] as const),
];

function useAccountEntries(): Entry[] {
  const place = useMailPlace();
  const { accounts = [] } = useAccounts();
  if (accounts.length < 2) return [];
  const show = (id: string | null) => () => {
    chooseAccount(id);
    void place.goTo({ kind: "folder", slug: "inbox" });
  };
  const common = { detail: paletteTexts.kinds.account, icon: Mailbox, isDestination: true };
  return [
    {
      ...common,
      key: "account all",
      text: texts.accounts.all,
      command: "account0",
      run: show(null),
    },
    ...accounts.map(({ id, account_mail: text }, at): Entry => {
      const command = numbered[at];
      return { ...common, key: `account ${id}`, text, ...(command && { command }), run: show(id) };
    }),
  ];
}

function useSettingsEntries(): Entry[] {
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const navigate = useNavigate();
  const { parts } = useRouter().routesById["/app/settings"].options.staticData ?? {};
  const [known, setKnown] = useState<readonly { value: string; label: string }[]>([]);
  useEffect(() => {
    // Offline, the settings are found only by their common name.
    parts?.().then(setKnown, () => undefined);
  }, [parts]);
  const entries = known.map(({ value, label }) => ({
    key: `settings ${value}`,
    text: paletteTexts.settings(label),
    also: settingsWords[value] ?? "",
    icon: Settings,
    isDestination: true,
    run: () => void navigate({ to: "/app/settings", search: { tab: value } }),
  }));
  if (!isAdmin) return entries;
  const params = { section: "users" };
  const administration: Entry = {
    key: "settings administration",
    text: paletteTexts.settings(paletteTexts.administration),
    icon: Settings,
    isDestination: true,
    run: () => void navigate({ to: "/app/settings/admin/$section", params }),
  };
  return [...entries, administration];
}
