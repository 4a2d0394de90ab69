import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { besideButton } from "#/features/filing/beside.ts";
import { ColorChoice } from "#/features/filing/color-choice.tsx";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { foldersWith } from "#/features/filing/folders-with.ts";
import { recentChoices, recentFirst, recordChoice } from "#/features/filing/recent-choices.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { labelHues, useLabels } from "#/state/view/labels.ts";
import type { MailAction } from "#/state/changes/mail-actions.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Dot } from "#/ui/dot.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = filingTexts.label;

/** Asks for the labels of messages. A label that only some of them have is left unchanged until it is clicked. */
export function LabelDialog(props: {
  isOpen: boolean;
  /** The labels of each message. */
  tags: readonly (readonly string[])[];
  emailId: string | undefined;
  onClose: () => void;
  onFile: (action: MailAction) => void;
}) {
  const client = useQueryClient();
  const labels = useLabels();
  const field = useRef<HTMLInputElement>(null);
  const [beside] = useState(() => besideButton("label", props.emailId));
  const [recents] = useState(() => recentChoices("labels"));
  const [typed, setTyped] = useState("");
  const [color, setColor] = useState<LabelColor>("default");
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [error, setError] = useState("");
  const name = typed.trim();
  const ordered = recentFirst(labels, recents, (label) => label.name);
  const found = foldersWith(name, ordered);
  // Enter chooses it, and then applies.
  const meant =
    name !== "" && found[0]?.name.toLowerCase().startsWith(name.toLowerCase()) ? found[0] : null;
  const isNew =
    name !== "" && !labels.some((label) => label.name.toLowerCase() === name.toLowerCase());

  const stateOf = (label: string): boolean | null => {
    const wanted = chosen.get(label);
    if (wanted !== undefined) return wanted;
    const count = props.tags.filter((tags) => tags.includes(label)).length;
    return count === 0 ? false : count === props.tags.length ? true : null;
  };
  const choose = (label: string, is: boolean) => setChosen(new Map([...chosen, [label, is]]));
  const make = async () => {
    setError("");
    try {
      const { label } = await call("PUT /email/labels/{name}", { name, color });
      await client.invalidateQueries({ queryKey: queryKeys.labels });
      choose(label.name, true);
      setTyped("");
      field.current?.focus();
    } catch (failure) {
      setError(sentenceOf(failure, pageTexts.failed.title));
    }
  };
  const apply = (wanted = chosen) => {
    const add = [...wanted].filter(([, is]) => is).map(([label]) => label);
    const remove = [...wanted].filter(([, is]) => !is).map(([label]) => label);
    for (const label of add) recordChoice("labels", label);
    if (wanted.size === 0) props.onClose();
    else props.onFile({ change: { labels: { add, remove } }, doneText: words.done });
  };
  const submit = () => {
    if (meant) apply(new Map([...chosen, [meant.name, stateOf(meant.name) !== true]]));
    else if (isNew) void make();
    else apply();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.title}
      closeLabel={texts.close}
      width="narrow"
      beside={beside}
      initialFocus={field}
    >
      <form action={submit} className="flex shrink-0 flex-col gap-3 px-5 pt-1 pb-2">
        {error && <FormError>{error}</FormError>}
        <Input
          ref={field}
          aria-label={words.search}
          placeholder={words.search}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isNew && (
          <div className="flex flex-wrap items-center gap-2">
            <Button onClick={() => void make()} className="min-w-0 flex-1 justify-start">
              <Tag size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              <bdi className="truncate">{words.make(name)}</bdi>
            </Button>
            <ColorChoice color={color} onChange={setColor} />
          </div>
        )}
      </form>
      <DialogBody
        className="h-72 px-3 pb-2"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          apply();
        }}
      >
        {labels.length === 0 && name === "" && (
          <p className="px-2 py-3 text-control text-ink-3">{words.none}</p>
        )}
        {found.map((label) => (
          <Checkbox
            key={label.name}
            isChecked={stateOf(label.name)}
            onChange={(is) => choose(label.name, is)}
            className={cn(
              "h-9 rounded-control px-2 text-ui hover:bg-hover coarse:h-11",
              label === meant && "bg-hover",
            )}
            label={
              <span className="flex min-w-0 items-center gap-2.5">
                <Dot hue={labelHues[label.color]} />
                <bdi className="truncate">{label.name}</bdi>
              </span>
            }
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onClose}>{texts.cancel}</Button>
        <Button tone="primary" onClick={() => apply()}>
          {words.apply}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
