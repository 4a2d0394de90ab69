import type { Api } from "@inlet/contract/api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { repliesQuery } from "#/api/ai-queries.ts";
import { suggestionTexts as words } from "#/features/compose/editor/suggestion-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { Button } from "#/ui/button.tsx";
import { Kbd } from "#/ui/kbd.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

type Replies = Api["POST /ai/generate-replies"]["output"];
type Suggestion = Replies["details"][number];
type Length = Replies["meta"]["length"];

const lengths: readonly Length[] = ["short", "usual", "long"];
const quiet = new Set(["bulk", "own"]);

/** Suggested replies behind a button. Bulk mail has no such button. */
export function ReplySuggestions(props: {
  emailId: string;
  /** The user's text so far. */
  written: string;
  onChoose: (text: string) => void;
}) {
  const { emailId } = props;
  const [isOpen, setOpen] = useState(false);
  const [context, setContext] = useState("");
  const panel = useId();
  // Local suggestions cost nothing, and show whether there is anything to offer.
  const first = useQuery(repliesQuery({ emailId, context: "", engine: "local" }));
  const why = first.data?.meta.whyNone;
  if (why && quiet.has(why)) return null;
  const toggle = () => {
    setContext(props.written);
    setOpen(!isOpen);
  };
  return (
    <div className="mt-1">
      <Button
        tone="quiet"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={toggle}
        className="-ms-2 px-2"
      >
        <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" />
        {isOpen ? words.hide : words.show}
      </Button>
      {isOpen && (
        <Suggestions
          id={panel}
          emailId={emailId}
          context={context}
          onChoose={(text) => {
            setOpen(false);
            props.onChoose(text);
          }}
        />
      )}
    </div>
  );
}

function Suggestions(props: {
  id: string;
  emailId: string;
  context: string;
  onChoose: (text: string) => void;
}) {
  const { emailId, context, onChoose } = props;
  const region = useRef<HTMLElement>(null);
  const [length, setLength] = useState<Length | undefined>();
  const [engine, setEngine] = useState<"local" | "model">("local");
  const [stance, setStance] = useState<Suggestion["stance"] | null>(null);
  const asked = { emailId, context, engine, ...(length && { length }) };
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...repliesQuery(asked),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const details = data?.details ?? [];
  const stances = [...new Set(details.map((each) => each.stance))];
  const chosen = stance !== null && stances.includes(stance) ? stance : stances[0];
  const shown = details.filter((each) => each.stance === chosen);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const suggestion = /^[1-3]$/.test(event.key) ? shown[Number(event.key) - 1] : undefined;
    if (!suggestion || isPlaceholderData) return;
    event.preventDefault();
    onChoose(suggestion.text);
  };
  const isAsking = isFetching && (isPlaceholderData || !data);
  return (
    // Its keys are those of the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as said above
    <section
      ref={region}
      id={props.id}
      data-suggestions
      tabIndex={-1}
      aria-label={words.title}
      aria-busy={isAsking}
      onKeyDown={handleKeyDown}
      className="mt-2 scroll-mt-14 max-md:scroll-mt-32 rounded-card border border-line bg-sunken p-3 outline-none focus-visible:border-accent"
    >
      {error ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-control text-ink-2">
          {words.failed}
          <Button onClick={() => void refetch()}>{words.retry}</Button>
        </p>
      ) : !data ? (
        <Waiting />
      ) : details.length === 0 ? (
        <p className="text-control text-ink-2">
          {(data.meta.whyNone && words.why[data.meta.whyNone]) || words.none}
        </p>
      ) : (
        <>
          <Requests
            stances={stances}
            stance={chosen}
            onStance={setStance}
            length={length ?? data.meta.length}
            onLength={setLength}
          />
          <Choices shown={shown} isOld={isPlaceholderData} onChoose={onChoose} />
        </>
      )}
      {data && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-ink-3">
          <span className="min-w-40 flex-1">
            {data.meta.label}
            {data.meta.note && <span role="status"> · {data.meta.note}</span>}
            {data.meta.isAnswered && <span> · {words.answered}</span>}
          </span>
          {data.meta.isModelAvailable && (data.meta.engine === "local" || isAsking) && (
            <Button
              disabled={isAsking}
              isBusy={isAsking && engine === "model"}
              onClick={() => (engine === "model" ? void refetch() : setEngine("model"))}
            >
              {isAsking && engine === "model" ? words.asking : words.askModel}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

function Requests(props: {
  stances: readonly Suggestion["stance"][];
  stance: Suggestion["stance"] | undefined;
  onStance: (stance: Suggestion["stance"]) => void;
  length: Length;
  onLength: (length: Length) => void;
}) {
  const at = lengths.indexOf(props.length);
  const step = (by: -1 | 1) => {
    const next = lengths[at + by];
    if (next) props.onLength(next);
  };
  return (
    <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
      <div role="group" aria-label={words.stance} className="flex flex-wrap gap-1.5">
        {props.stances.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === props.stance}
            onClick={() => props.onStance(each)}
            className="h-7 rounded-full border border-line bg-surface px-3 text-control text-ink-2 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-accent-ink coarse:h-11"
          >
            {words.stances[each]}
          </button>
        ))}
      </div>
      <div className="flex">
        <Button tone="quiet" disabled={at <= 0} onClick={() => step(-1)} className="px-2">
          {words.shorter}
        </Button>
        <Button
          tone="quiet"
          disabled={at >= lengths.length - 1}
          onClick={() => step(1)}
          className="px-2"
        >
          {words.longer}
        </Button>
      </div>
    </div>
  );
}

/** The tones side by side, or stacked in a narrow card. */
function Choices(props: {
  shown: readonly Suggestion[];
  /** Newer suggestions are loading. */
  isOld: boolean;
  onChoose: (text: string) => void;
}) {
  return (
    <ul className={cn("grid gap-2 @[520px]:grid-cols-3", props.isOld && "opacity-60")}>
      {props.shown.map(({ tone, text }, at) => (
        <li key={tone} className="flex">
          <button
            type="button"
            disabled={props.isOld}
            aria-keyshortcuts={`${at + 1}`}
            onClick={() => props.onChoose(text)}
            className="flex w-full flex-col gap-1.5 rounded-control border border-line bg-surface p-3 text-start transition-colors hover:border-accent hover:bg-hover"
          >
            <span className="flex items-center justify-between text-label font-medium text-ink-3">
              {words.tones[tone]}
              <span className="coarse:hidden">
                <Kbd>{at + 1}</Kbd>
              </span>
            </span>
            <span className="text-control whitespace-pre-line wrap-anywhere text-ink">{text}</span>
            <span className="sr-only">{words.use(words.tones[tone])}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div className="grid gap-2 @[520px]:grid-cols-3">
      <span className="sr-only">{words.loading}</span>
      {["one", "two", "three"].map((each) => (
        <Skeleton key={each} className="h-32" />
      ))}
    </div>
  );
}
