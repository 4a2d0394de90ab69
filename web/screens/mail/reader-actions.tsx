import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Code, Download, type LucideIcon, NotebookPen, Printer, SquareKanban } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BarGroup, BarLine } from "#/features/reader/reader-bar.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { saveSource } from "#/features/reader/save-source.ts";
import { saveTexts } from "#/features/save-to-integration/save-texts.ts";
import { type Choice, ChoiceButton, offered } from "#/screens/mail/action-styles.tsx";
import { MoreMenu } from "#/screens/mail/more-menu.tsx";
import { printOpenMail } from "#/screens/mail/print-open-mail.ts";
import { type FiledList, type Filing, type Meant, useFiling } from "#/screens/mail/use-filing.ts";
import { askToSave, type SaveKind } from "#/state/view/save-to-integration.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { MenuIcon, menuItem } from "#/ui/menu.tsx";

const words = readerTexts.source;

const SourceDialog = lazy(async () => {
  const { SourceDialog: Part } = await import("#/features/reader/source-dialog.tsx");
  return { default: Part };
});

const toFile: readonly Choice[] = [
  ...(["archive", "inbox", "notSpam", "trash", "deleteForever"] as const),
  ...(["snooze", "unsnooze", "move", "spam"] as const),
];
const toMark: readonly Choice[] = ["label", "unread", "star", "unstar"];

/**
 * Widths of the bar below which a button is only in the menu: the least used one leaves first. The buttons are wider for a finger.
 * The widths leave space for one more button: some views offer one more.
 */
const steps: Partial<Record<Choice, string>> = {
  spam: "@max-[37rem]:hidden coarse:@max-[46rem]:hidden",
  star: "@max-[35rem]:hidden coarse:@max-[43rem]:hidden",
  unstar: "@max-[35rem]:hidden coarse:@max-[43rem]:hidden",
  unread: "@max-[33rem]:hidden coarse:@max-[41rem]:hidden",
  move: "@max-md:hidden coarse:@max-[34rem]:hidden",
  snooze: "@max-[26rem]:hidden coarse:@max-[31rem]:hidden",
  unsnooze: "@max-[26rem]:hidden coarse:@max-[31rem]:hidden",
};

/** The label button is the last of its group, and takes the group with it. */
const marksStep = "@max-[31rem]:hidden coarse:@max-[38rem]:hidden";

/** Actions for the open message; those without space are only in the menu. */
export function ReaderActions(props: {
  list: FiledList;
  email: EmailRow;
  /** True if those that move the message are in a bar below it. */
  isPhone: boolean;
}) {
  const filing = useFiling(props.list);
  const of = { ids: [props.email.id], isAll: false };
  const filed = offered(filing, toFile, of);
  const marked = offered(filing, toMark, of);
  const button = (choice: Choice) => (
    <ChoiceButton
      key={choice}
      filing={filing}
      choice={choice}
      of={of}
      className={stepOf(choice, filed)}
    />
  );
  return (
    <>
      {!props.isPhone && <BarGroup>{filed.map(button)}</BarGroup>}
      {marked.length > 0 && (
        <>
          <BarLine className={marksStep} />
          <BarGroup className={marksStep}>{marked.map(button)}</BarGroup>
        </>
      )}
      {/* A menu or dialog that is open for a message closes with it, and does not affect the next one. */}
      <Rest key={props.email.id} filing={filing} of={of} email={props.email} />
    </>
  );
}

/** A message that can be archived is rarely moved to the inbox, so a narrow phone keeps only the first of the two. */
function stepOf(choice: Choice, filed: readonly Choice[]): string | undefined {
  if (choice === "inbox" && filed.includes("archive")) return "coarse:@max-[24rem]:hidden";
  return steps[choice];
}

/** The menu, and the dialogs that it opens. */
function Rest({ filing, of, email }: { filing: Filing; of: Meant; email: EmailRow }) {
  const client = useQueryClient();
  const printKey = useShortcut("print");
  const [source, setSource] = useState<"unasked" | "open" | "closed">("unasked");
  return (
    <>
      <MoreMenu filing={filing} of={of}>
        <button type="button" {...menuItem} onClick={() => printOpenMail(client, email.id)}>
          <MenuIcon>
            <Printer strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          <span className="flex-1">{readerTexts.print}</span>
          {printKey && <span className="ps-4 text-label text-ink-3 coarse:hidden">{printKey}</span>}
        </button>
        <SaveItem kind="notion" emailId={email.id} icon={NotebookPen} />
        <SaveItem kind="trello" emailId={email.id} icon={SquareKanban} />
        <button type="button" {...menuItem} onClick={() => setSource("open")}>
          <MenuIcon>
            <Code strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {words.show}
        </button>
        <button type="button" {...menuItem} onClick={() => void saveSource(email)}>
          <MenuIcon>
            <Download strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          {words.save}
        </button>
      </MoreMenu>
      {source !== "unasked" && (
        <Suspense>
          <SourceDialog
            isOpen={source === "open"}
            email={email}
            onClose={() => setSource("closed")}
          />
        </Suspense>
      )}
    </>
  );
}

function SaveItem(props: { kind: SaveKind; emailId: string; icon: LucideIcon }) {
  const { kind, emailId, icon: Icon } = props;
  const key = useShortcut(kind === "notion" ? "saveNotion" : "saveTrello");
  return (
    <button type="button" {...menuItem} onClick={() => askToSave(emailId, kind)}>
      <MenuIcon>
        <Icon strokeWidth={1.75} aria-hidden="true" />
      </MenuIcon>
      <span className="flex-1 whitespace-nowrap">{saveTexts.menu(saveTexts.services[kind])}</span>
      {key && <span className="ps-4 text-label text-ink-3 coarse:hidden">{key}</span>}
    </button>
  );
}
