import type { Folder } from "@inlet/contract/mail/email.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderPlus } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { foldersQuery, queryKeys } from "#/api/queries.ts";
import { besideButton } from "#/features/filing/beside.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { foldersWith, sameName } from "#/features/filing/folders-with.ts";
import { FolderIcon } from "#/features/filing/folder-icon.tsx";
import { recentChoices, recentFirst, recordChoice } from "#/features/filing/recent-choices.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { MailAction } from "#/state/changes/mail-actions.ts";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const { move } = filingTexts;

/** Maximum number of folders listed; more letters narrow the list. */
const maxFound = 200;

/** A destination for messages: a role that every account has, or a folder of one account. */
interface Destination {
  /** The id that a copy needs; a role in several accounts has none. */
  id?: string;
  to: string;
  name: string;
  role: Folder["role"];
}

/** Asks for a folder: by its first letters, from the list, or by the name of a new one. */
export function MoveDialog(props: {
  isOpen: boolean;
  isCopy: boolean;
  /** The account of the messages; null for several accounts. */
  accountId: string | null;
  /** The folder that holds all of the messages, by its role or id: they are not moved there. */
  presentId: string | null;
  emailId: string | undefined;
  onClose: () => void;
  onFile: (action: MailAction) => void;
}) {
  const { accountId, isCopy } = props;
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [beside] = useState(() => besideButton(isCopy ? "copy" : "move", props.emailId));
  const [recents] = useState(() => recentChoices("folders"));
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState(0);
  const [error, setError] = useState("");
  const { data } = useQuery(foldersQuery(accountId));
  const known = destinations(data?.folders ?? [], accountId);
  // Moving creates a missing folder; a copy needs an existing one.
  const all = isCopy ? known.filter((each) => each.id !== undefined) : known;
  const name = words.trim();
  const others = all.filter(({ id: one, to }) => ![one, to].includes(props.presentId ?? ""));
  const matching =
    name === "" ? recentFirst(others, recents, ({ to }) => to) : foldersWith(name, others);
  const found = matching.slice(0, maxFound);
  const canMake =
    accountId !== null && name !== "" && !all.some((each) => sameName(each.name, name));

  const choose = (destination: Destination) => {
    recordChoice("folders", destination.to);
    props.onFile(
      isCopy
        ? { change: { copyTo: destination.id ?? "" }, doneText: move.copied(destination.name) }
        : { change: { folder: destination.to }, doneText: move.moved(destination.name) },
    );
  };
  const make = async () => {
    if (accountId === null) return;
    setError("");
    try {
      const made = await call("POST /email/folders", { accountId, name });
      void client.invalidateQueries({ queryKey: queryKeys.folders });
      choose({ id: made.id, to: made.id, name, role: "other" });
    } catch (failure) {
      setError(sentenceOf(failure, pageTexts.failed.title));
    }
  };
  const rows = [
    ...found.map((destination) => ({
      key: destination.to,
      choose: () => choose(destination),
      icon: <FolderIcon role={destination.role} />,
      name: destination.name,
    })),
    ...(canMake
      ? [
          {
            key: "make",
            choose: () => void make(),
            icon: <FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />,
            name: move.make(name),
          },
        ]
      : []),
  ];
  const recentCount = name === "" ? found.filter(({ to }) => recents.includes(to)).length : 0;
  const headAt = (index: number) => {
    if (recentCount === 0) return "";
    return index === 0 ? move.recent : index === recentCount ? move.others : "";
  };
  const at = Math.min(picked, rows.length - 1);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && rows.length > 0) {
      event.preventDefault();
      setPicked((at + step + rows.length) % rows.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      rows[at]?.choose();
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={isCopy ? move.copyTitle : move.title}
      {...(accountId === null && {
        description: isCopy ? move.copyManyAccounts : move.manyAccounts,
      })}
      closeLabel={texts.close}
      width="narrow"
      beside={beside}
      initialFocus={field}
    >
      <div className="flex shrink-0 flex-col gap-3 px-5 pt-1 pb-2">
        {error && <FormError>{error}</FormError>}
        <Input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-label={move.search}
          placeholder={move.search}
          autoComplete="off"
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setPicked(0);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <DialogBody className="h-80 px-3">
        <ul id={`${id}-list`} role="listbox" aria-label={move.title}>
          {rows.map((row, index) => (
            <Row
              key={row.key}
              id={`${id}-${index}`}
              head={headAt(index)}
              isPicked={index === at}
              onChoose={row.choose}
            >
              <span className="text-ink-3">{row.icon}</span>
              <bdi className="truncate">{row.name}</bdi>
            </Row>
          ))}
        </ul>
        {matching.length > found.length && (
          <p className="px-2 py-3 text-control text-ink-3">
            {texts.shell.moreFolders(matching.length - found.length)}
          </p>
        )}
        {rows.length === 0 && data && (
          <p className="px-2 py-3 text-control text-ink-3">{move.none}</p>
        )}
      </DialogBody>
    </Dialog>
  );
}

function Row(props: {
  id: string;
  /** Heading above this row and the following ones; "" for none. */
  head: string;
  isPicked: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (props.isPicked) row.current?.scrollIntoView({ block: "nearest" });
  }, [props.isPicked]);
  return (
    <>
      {props.head !== "" && (
        <li
          role="presentation"
          aria-hidden="true"
          className="px-2 pt-1.5 pb-1 text-label text-ink-3"
        >
          {props.head}
        </li>
      )}
      {/* The keyboard walks the options from the field, which holds the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as said above */}
      <li
        ref={row}
        id={props.id}
        role="option"
        aria-selected={props.isPicked}
        onPointerDown={(event) => event.preventDefault()}
        onClick={props.onChoose}
        className={cn(
          "flex h-9 cursor-default items-center gap-3 rounded-control px-2 text-ui coarse:h-11",
          props.isPicked ? "bg-hover" : "hover:bg-hover",
        )}
      >
        {props.children}
      </li>
    </>
  );
}

const roles = ["inbox", "archive", "spam", "trash"] as const;

/** Returns the roles first, then the user's own folders by name. */
function destinations(folders: readonly Folder[], accountId: string | null): Destination[] {
  const own = folders.filter(({ role }) => role === "other");
  const byName = own.toSorted((one, other) => one.name.localeCompare(other.name));
  return [
    ...roles.map((role) => {
      const folder = accountId && folders.find((each) => each.role === role);
      return { ...(folder && { id: folder.id }), to: role, name: texts.folders[role], role };
    }),
    ...(accountId === null
      ? []
      : byName.map(({ id, name }) => ({ id, to: id, name, role: "other" as const }))),
  ];
}
