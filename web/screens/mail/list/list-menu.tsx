import {
  CheckCheck,
  Download,
  Ellipsis,
  Keyboard,
  Pencil,
  SquareCheck,
  Trash2,
  Waves,
} from "lucide-react";
import type { ReactNode } from "react";
import { matchingOf } from "#/api/matching.ts";
import type { ListQuery } from "#/api/queries.ts";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { startExport } from "#/features/transfer/start-export.ts";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { labelTexts } from "#/texts/shared/label-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import { useTriage } from "#/screens/mail/action-commands.tsx";
import { tideTexts } from "#/screens/mail/tide/tide-texts.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { askAboutLabel, setSheetOpen } from "#/state/commands/open-dialogs.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { only, select } from "#/state/view/selection.ts";
import { warn } from "#/state/changes/toasts.ts";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

const icon = { strokeWidth: 1.75, "aria-hidden": true } as const;

/** Actions for the list as a whole, and options of the display. */
export function ListMenu({ list }: { list: FiledList }) {
  const { view, query, key, ids } = list;
  const filing = useFiling(list);
  const triage = useTriage(list);
  const triageKey = useShortcut("triage");
  const change = useChangePreferences();
  const density = usePreference("density");
  const sort = usePreference("sort");
  const resultOrder = usePreference("resultOrder");
  const markAllRead = () =>
    filing.file(
      { change: { seen: true }, doneText: () => listToolsTexts.everythingRead },
      { ids, isAll: true },
    );
  return (
    <Menu
      label={filingTexts.listMenu}
      button={<Ellipsis size={16} {...icon} />}
      className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:size-11"
    >
      {view.kind === "label" && <LabelItems name={view.label} />}
      <button
        type="button"
        {...menuItem}
        onClick={() => select(key, only(ids))}
        disabled={ids.length === 0}
      >
        <MenuIcon>
          <SquareCheck {...icon} />
        </MenuIcon>
        {listTexts.selectAll}
      </button>
      <button type="button" {...menuItem} onClick={markAllRead} disabled={ids.length === 0}>
        <MenuIcon>
          <CheckCheck {...icon} />
        </MenuIcon>
        {listToolsTexts.markAllRead}
      </button>
      {triage && (
        <button type="button" {...menuItem} onClick={triage}>
          <MenuIcon>
            <Waves {...icon} />
          </MenuIcon>
          <span className="flex-1">{tideTexts.title}</span>
          {triageKey && (
            <span className="ps-4 text-label text-ink-3 coarse:hidden">{triageKey}</span>
          )}
        </button>
      )}
      <button type="button" {...menuItem} onClick={() => void exportList(query)}>
        <MenuIcon>
          <Download {...icon} />
        </MenuIcon>
        {transferTexts.export.shown}
      </button>
      <Group name={listToolsTexts.sort}>
        {view.kind === "search"
          ? (["newest", "relevance"] as const).map((each) => (
              <Choice
                key={each}
                isOn={each === resultOrder}
                onChoose={() => change({ resultOrder: each })}
              >
                {listToolsTexts.resultOrders[each]}
              </Choice>
            ))
          : (["newest", "oldest"] as const).map((each) => (
              <Choice key={each} isOn={each === sort} onChoose={() => change({ sort: each })}>
                {listToolsTexts.sorts[each]}
              </Choice>
            ))}
      </Group>
      <Group name={layoutTexts.density}>
        {(["compact", "normal", "comfortable"] as const).map((each) => (
          <Choice key={each} isOn={each === density} onChoose={() => change({ density: each })}>
            {layoutTexts.densities[each]}
          </Choice>
        ))}
      </Group>
      <div className="mt-1 border-t border-line pt-1">
        <button type="button" {...menuItem} onClick={() => setSheetOpen(true)}>
          <MenuIcon>
            <Keyboard strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {texts.shell.shortcuts}
        </button>
      </div>
    </Menu>
  );
}

function Group(props: { name: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a menu holds groups, not fieldsets
    <div role="group" aria-label={props.name} className="mt-1 border-t border-line pt-1">
      <p aria-hidden="true" className="px-2 pt-1 pb-0.5 text-meta text-ink-3">
        {props.name}
      </p>
      {props.children}
    </div>
  );
}

function Choice(props: { isOn: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      {...menuItem}
      role="menuitemradio"
      aria-checked={props.isOn}
      onClick={props.onChoose}
    >
      <MenuIcon>
        <span className="grid size-4 place-items-center">
          <span
            className={cn("size-1.5 rounded-full", props.isOn ? "bg-accent" : "bg-transparent")}
          />
        </span>
      </MenuIcon>
      {props.children}
    </button>
  );
}

function LabelItems({ name }: { name: string }) {
  return (
    <>
      <button
        type="button"
        {...menuItem}
        onClick={() => askAboutLabel({ question: "change", name })}
      >
        <MenuIcon>
          <Pencil {...icon} />
        </MenuIcon>
        {labelTexts.change}
      </button>
      <button
        type="button"
        {...menuItem}
        onClick={() => askAboutLabel({ question: "remove", name })}
      >
        <MenuIcon>
          <Trash2 {...icon} />
        </MenuIcon>
        {labelTexts.remove}
      </button>
    </>
  );
}

async function exportList(query: ListQuery): Promise<void> {
  try {
    await startExport(matchingOf(query));
  } catch (error) {
    warn(sentenceOf(error, transferTexts.export.failed));
  }
}
