import { limits } from "@inlet/contract/limits.ts";
import { Suspense, useEffect, useState } from "react";
import { useSyncOnOpen } from "#/features/message-list/use-sync.ts";
import { NothingOpen } from "#/features/reader/nothing-open.tsx";
import { usePrefetch } from "#/features/reader/use-prefetch.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import {
  ActionCommands,
  BriefBeside,
  fetchLateParts,
  LowTide,
  OpenMail,
  Questions,
  RowMenu,
  Touch,
} from "#/screens/mail/lazy-parts.ts";
import { useListCommands } from "#/screens/mail/list/list-commands.ts";
import { ListPane } from "#/screens/mail/list/list-pane.tsx";
import { useAnswered } from "#/screens/mail/use-answered.ts";
import { useShownList } from "#/screens/mail/use-shown-list.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { CommandsLater, useCommands } from "#/state/commands/commands.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { SplitPane } from "#/ui/split-pane.tsx";

/** The list and the open message, side by side if there is space, with the dialogs above them. */
export function Panes() {
  const isWide = useMedia(`(min-width: ${limits.twoPaneBreakpointPx}px)`);
  const isBeside = usePreference("readingPane") === "right" && isWide;
  const isPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const isTouched = useMedia("(any-pointer: coarse)");
  const { activeId } = useAccounts();
  const shown = useShownList();
  const { filed, openId, asked } = shown;
  const [menu, setMenu] = useState<Parameters<Parameters<typeof ListPane>[0]["onMenu"]>[0] | null>(
    null,
  );
  const prefetch = usePrefetch(filed.ids, openId);
  const answered = useAnswered(openId);
  useSyncOnOpen(activeId);
  useEffect(() => whenIdle(fetchLateParts), []);
  const isDraft = (index: number) => {
    const email = shown.list.emails[index];
    return email !== undefined && flagsOf(email).isDraft;
  };
  const commands = useListCommands({ ...filed, open: shown.open, isDraft });
  useCommands(shown.isTide ? {} : commands);
  if (shown.isTide) {
    return (
      <Suspense fallback={<CommandsLater />}>
        <LowTide key={filed.key} shown={shown} answered={answered} />
      </Suspense>
    );
  }

  const messages = <ListPane shown={shown} isPhone={isPhone} onHover={prefetch} onMenu={setMenu} />;
  const reader = openId ? (
    <Suspense
      fallback={
        <>
          <NothingOpen />
          <CommandsLater />
        </>
      }
    >
      <OpenMail
        emailId={openId}
        onBack={shown.close}
        isAlone={!isBeside}
        answered={answered}
        list={filed}
      />
    </Suspense>
  ) : (
    <NothingOpen>
      {isBeside && shown.hasRows && (
        <Suspense>
          <BriefBeside />
        </Suspense>
      )}
    </NothingOpen>
  );
  return (
    <>
      {/* One pane or two: the open message stays, with what is written below it and shown over it. */}
      <SplitPane
        storageKey="inlet-panes"
        start={isBeside ? messages : null}
        startRange={limits.listPanePercent}
        end={isBeside || openId ? reader : messages}
        separatorLabel={texts.mail.resize}
      />
      <Suspense fallback={<CommandsLater />}>
        <ActionCommands list={filed} onMenu={setMenu} />
      </Suspense>
      <Suspense>
        {isTouched && <Touch list={filed} />}
        {asked && <Questions key={asked.count} list={filed} question={asked.question} />}
        {menu && <RowMenu list={filed} at={menu} onClose={() => setMenu(null)} />}
      </Suspense>
    </>
  );
}
