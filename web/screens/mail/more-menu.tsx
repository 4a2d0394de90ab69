import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { ClassificationMenuAt } from "#/features/classification/classification-menu.tsx";
import { type Choice, ChoiceItem, offered } from "#/screens/mail/action-styles.tsx";
import { type FiledList, type Filing, type Meant, useFiling } from "#/screens/mail/use-filing.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { Menu, MenuAt } from "#/ui/menu.tsx";

const everything: readonly Choice[] = [
  ...(["archive", "inbox", "unsnooze", "snooze", "trash", "deleteForever"] as const),
  ...(["spam", "notSpam", "move", "copy", "label"] as const),
  ...(["read", "unread", "star", "unstar", "mute", "unmute"] as const),
];

/** All actions behind one button. */
export function MoreMenu({
  children,
  ...props
}: {
  filing: Filing;
  of: Meant;
  children?: ReactNode;
}) {
  return (
    <Menu
      label={filingTexts.more}
      button={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
      className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:size-11"
    >
      <Items {...props} />
      {children}
    </Menu>
  );
}

/** The same menu at a row. */
export function RowMenu(props: {
  list: FiledList;
  /** The row and the position. At the labels of the row, the menu shows the classification. */
  at: { id: string; x: number; y: number; isOfClassification?: boolean };
  onClose: () => void;
}) {
  const { at } = props;
  const client = useQueryClient();
  const filing = useFiling(props.list);
  const of = filing.meantBy(at.id);
  const row = at.isOfClassification ? findRow(client, at.id) : undefined;
  if (row) {
    return (
      <ClassificationMenuAt key={`${at.id} sorting`} email={row} at={at} onClose={props.onClose} />
    );
  }
  return (
    <MenuAt
      key={`${at.id} ${at.x} ${at.y}`}
      label={filingTexts.more}
      at={at}
      onClose={props.onClose}
    >
      <Items filing={filing} of={of} />
    </MenuAt>
  );
}

function Items(props: { filing: Filing; of: Meant }) {
  return offered(props.filing, everything, props.of).map((choice) => (
    <ChoiceItem key={choice} {...props} choice={choice} />
  ));
}
