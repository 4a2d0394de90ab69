import type { Email } from "@inlet/contract/mail/email.ts";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { locale } from "#/lib/locale.ts";

/** A shorter message is read as fast as its summary. */
const fewestWords = 120;

/** Shows the summary of a long message above it, in two lines. */
export function InShort({ email, onMore }: { email: Email; onMore: () => void }) {
  const { summary } = email;
  if (summary === null || email.hasInvitation) return null;
  if (email.subject.includes(summary) || !isLong(email.bodyPlain)) return null;
  return (
    <div className="mb-4 flex items-start gap-3 rounded-control bg-canvas px-3 py-2 text-control text-ink-2">
      <p className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium text-ink">{summaryTexts.points}</span> · <bdi>{summary}</bdi>
      </p>
      <button
        type="button"
        onClick={onMore}
        className="-mx-1.5 -my-0.5 min-h-6 shrink-0 rounded-control px-1.5 font-medium text-accent-ink transition-colors hover:bg-hover coarse:-my-3 coarse:min-h-11"
      >
        {summaryTexts.more}
      </button>
    </div>
  );
}

/** Reports whether a text has many words, in languages without spaces too. */
function isLong(text: string): boolean {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: "word" }).segment(text)) {
    if (isWordLike) count += 1;
    if (count > fewestWords) return true;
  }
  return false;
}
