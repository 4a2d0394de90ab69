import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { attachFiles, useWriting } from "#/features/compose/drafts/writing.ts";
import { useGivenFiles } from "#/features/compose/editor/use-dropped-files.ts";
import { isSendKey } from "#/features/compose/send/send-key.ts";
import { pressWithin, type Runs } from "#/state/commands/commands.ts";

/** The box of a draft's form: files may be dropped and pasted, and the keys of the form pressed, anywhere in it. */
export function DraftFrame(props: {
  draftKey: string;
  isSending: boolean;
  /** The hidden field through which the browser offers files to attach. */
  picker: RefObject<HTMLInputElement | null>;
  /** Commands of the form, besides the one that attaches files. */
  runs: Runs;
  onSend: () => void;
  className: string;
  children: ReactNode;
}) {
  const { draftKey, isSending, picker } = props;
  const attach = (files: Iterable<File>) => {
    if (isSending) return;
    attachFiles(
      draftKey,
      Array.from(files, (file) => ({ file, cid: null })),
    );
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    props.onSend();
  };
  const handleCommandKey = (event: KeyboardEvent) => {
    const runs: Runs = { ...props.runs, attach: () => picker.current?.click() };
    if (isSending || !pressWithin(event.nativeEvent, runs)) return;
    event.preventDefault();
    // The editor would handle some keys in another way.
    event.stopPropagation();
  };
  const { isDropping, handlers } = useGivenFiles(attach);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files and keys apply to the whole form
    <div
      className={props.className}
      onKeyDownCapture={handleCommandKey}
      onKeyDown={handleKeyDown}
      {...handlers}
    >
      {props.children}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={composeTexts.attach}
        onChange={(event) => {
          attach(event.target.files ?? []);
          // Resetting allows the same file to be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {isDropping && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-card border-2 border-dashed border-accent bg-raised/90 text-ui font-medium text-accent-ink">
          {composeTexts.dropHere}
        </div>
      )}
    </div>
  );
}

/** A notice about the origin of the draft's content, if there is one. */
export function DraftNotice({ draftKey }: { draftKey: string }) {
  const notice = useWriting(({ notices }) => notices[draftKey]);
  return (
    notice && (
      <p role="status" className="mb-2 rounded-control bg-selected px-3 py-2 text-control text-ink">
        {composeTexts.notice[notice]}
      </p>
    )
  );
}
