import { filingTexts } from "#/features/filing/filing-texts.ts";
import { Button } from "#/ui/button.tsx";

const words = filingTexts.empty;

/** Hint about the retention of mail in Trash and Spam, and a button to empty the folder now. */
export function EmptyBar({ slug, onEmpty }: { slug: "trash" | "spam"; onEmpty: () => void }) {
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line bg-canvas py-1.5 pe-3 ps-5 text-label text-ink-3">
      <p className="min-w-0 flex-1">{words.hint[slug]}</p>
      <Button onClick={onEmpty}>{words.action[slug]}</Button>
    </div>
  );
}
