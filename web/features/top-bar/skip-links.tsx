import { texts } from "#/texts/shared/app-texts.ts";

interface Target {
  id: string;
  label: string;
}

const inMail: Target[] = [
  { id: "message-list", label: texts.skipToList },
  { id: "message", label: texts.skipToMessage },
];
const other: Target[] = [{ id: "main", label: texts.skipToMain }];

/** Links for keyboard users: skip the bars and go to the main content. */
export function SkipLinks({ isInMail }: { isInMail: boolean }) {
  return (
    <nav aria-label={texts.skip} className="absolute top-2 start-2 z-50 flex gap-2">
      {(isInMail ? inMail : other).map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            // The URL holds the open message, not an anchor in the page.
            event.preventDefault();
            (document.getElementById(id) ?? document.getElementById("main"))?.focus();
          }}
          className="not-focus:sr-only rounded-control bg-ink px-3 py-2 text-control font-medium text-surface"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
