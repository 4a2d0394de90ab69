import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import type { Api } from "@inlet/contract/api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { templateSuggestionsQuery } from "#/api/ai-queries.ts";
import type { Insertion } from "#/features/compose/editor/insert-text.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { useModelText } from "#/features/compose/editor/use-model-text.ts";
import { cn } from "#/lib/class-names.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { Button } from "#/ui/button.tsx";
import { Input } from "#/ui/form/input.tsx";

type Details = Api["POST /ai/suggest-templates"]["output"]["details"];

const words = suggestionTexts.templates;
const debounceMs = 180;

interface Choice {
  key: string;
  title: string;
  detail: string;
  /** Distinguishes it from others of the same name. */
  kind: string;
  choose: () => void;
}

/** Templates by the purpose of the message; with a model, also texts that it writes. It takes the focus and returns it. */
export function TemplatePanel(props: {
  recipient: string;
  /** The user's text so far. */
  written: string;
  onInsert: (insertion: Insertion) => void;
  onReplace: (text: string) => void;
  /** Called with the character that the user meant to type. */
  onClose: (typed: string) => void;
}) {
  const { written, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const model = useModelText(props);
  const purpose = useDebounced(
    asked.trim().slice(0, aiLimits.templatePurposeMaxLength),
    debounceMs,
  );
  const found = useQuery({
    ...templateSuggestionsQuery(purpose, props.recipient.slice(0, 1000)),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    input.current?.focus();
  }, []);
  const choices = [
    ...(model.late === ""
      ? []
      : [
          {
            key: "late",
            title: words.useWritten,
            detail: model.late.replaceAll(/\s+/g, " "),
            kind: "",
            choose: () => props.onReplace(model.late),
          },
        ]),
    ...(found.data?.details ?? []).map((template) => choiceOf(template, props.onInsert)),
    ...(found.data?.meta.isModelAvailable && asked.trim() !== ""
      ? [
          {
            key: "write",
            title: written === "" ? words.write(asked.trim()) : words.rewrite(asked.trim()),
            detail: "",
            kind: "",
            choose: () => void model.write(asked.trim()),
          },
        ]
      : []),
  ];
  const active = Math.min(at, choices.length - 1);
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [list, active, choices.length]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setAt((active + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (!model.isWriting) choices[active]?.choose();
    } else if (event.key === "Escape") onClose("");
    else if (event.key === ";" && asked === "") onClose(";");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const failure = model.error || (found.error ? words.failed : "");
  return (
    <section
      aria-label={words.label}
      // Over the end of the text: what is above it stays where it is.
      className="sticky -bottom-3 z-10 -mb-3 mt-3 flex max-h-40 flex-col rounded-card border border-line bg-sunken p-2 shadow-menu"
    >
      <div className="flex shrink-0 gap-2">
        <Input
          ref={input}
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-activedescendant={choices.length > 0 ? `${list}-${active}` : undefined}
          aria-autocomplete="list"
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          value={asked}
          maxLength={1000}
          onChange={(event) => {
            setAsked(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKeyDown}
        />
        <Button tone="quiet" size="large" onClick={() => onClose("")}>
          {words.close}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="mt-1 text-control text-danger">
          {failure}
        </p>
      )}
      <ul
        id={list}
        role="listbox"
        aria-label={words.label}
        aria-busy={model.isWriting}
        className="mt-1.5 flex min-h-0 flex-col overflow-y-auto"
      >
        {choices.map((choice, index) => (
          <Option
            key={choice.key}
            id={`${list}-${index}`}
            choice={choice}
            isActive={index === active}
            isDisabled={model.isWriting}
            onPoint={() => setAt(index)}
          />
        ))}
      </ul>
      {choices.length === 0 && found.data && (
        <p className="px-2.5 text-control text-ink-2">
          {purpose === "" ? words.noneYet : words.none}
        </p>
      )}
      <p className="mt-1 shrink-0 truncate px-2.5 text-meta text-ink-3">
        {model.isWriting ? suggestionTexts.asking : found.data?.meta.label}
      </p>
    </section>
  );
}

function Option(props: {
  id: string;
  choice: Choice;
  isActive: boolean;
  isDisabled: boolean;
  onPoint: () => void;
}) {
  const { key, title, detail, kind, choose } = props.choice;
  return (
    // The input beside it handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said above
    <li
      id={props.id}
      role="option"
      aria-selected={props.isActive}
      onClick={props.isDisabled ? undefined : choose}
      onPointerMove={props.onPoint}
      className={cn(
        "flex min-h-8 shrink-0 cursor-default items-center gap-2 rounded-control px-2.5 coarse:min-h-11",
        props.isActive && "bg-selected",
      )}
    >
      <span className="flex max-w-[70%] shrink-0 items-center gap-2 text-control font-medium text-ink">
        {(key === "write" || key === "late") && (
          <Sparkles size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
        <span className="min-w-0 truncate">{title}</span>
        {kind && <span className="text-label font-normal text-ink-3">{kind}</span>}
      </span>
      {detail && <span className="truncate text-label text-ink-3">{detail}</span>}
    </li>
  );
}

function choiceOf(
  { id, name, tone, subject, body }: Details[number],
  onInsert: (insertion: Insertion) => void,
): Choice {
  return {
    key: id ?? body,
    title: name,
    detail: body.replaceAll(/\s+/g, " "),
    kind: id !== null ? words.own : tone ? suggestionTexts.tones[tone] : "",
    choose: () => onInsert({ body, subject }),
  };
}
