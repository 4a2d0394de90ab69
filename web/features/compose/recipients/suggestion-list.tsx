import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Suggestion } from "#/features/compose/recipients/use-suggestions.ts";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";

const words = composeTexts.recipients;

/** The suggestions below the field for recipients. */
export function SuggestionList(props: {
  /** Also the beginning of the ids of its options. */
  id: string;
  suggestions: readonly Suggestion[];
  /** Index of the selected one; -1 if none is. */
  active: number;
  onChoose: (suggestion: Suggestion) => void;
}) {
  return (
    <ul
      id={props.id}
      role="listbox"
      aria-label={words.suggestions}
      className="absolute top-full start-0 z-20 mt-1 max-h-64 w-full max-w-100 max-sm:max-w-none overflow-y-auto rounded-menu border border-line bg-raised p-1 shadow-menu"
    >
      {props.suggestions.map((suggestion, index) => (
        // The input keeps the focus and handles the keys of the list.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said above
        <li
          key={suggestion.key}
          id={`${props.id}-${index}`}
          role="option"
          aria-selected={index === props.active}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(suggestion)}
          className={cn(
            "flex min-h-9 items-center gap-2.5 rounded-control px-2 text-control coarse:min-h-11",
            index === props.active ? "bg-selected" : "hover:bg-hover",
          )}
        >
          <Suggested suggestion={suggestion} />
        </li>
      ))}
    </ul>
  );
}

function Suggested({ suggestion }: { suggestion: Suggestion }) {
  const { name } = suggestion;
  const beside =
    suggestion.kind === "group" ? words.group(suggestion.members.length) : suggestion.address;
  return (
    <>
      <Avatar name={name || beside} size="tiny" />
      <span className="max-w-[60%] shrink-0 truncate">{name || beside}</span>
      {name && name !== beside && <span className="truncate text-label text-ink-3">{beside}</span>}
    </>
  );
}
