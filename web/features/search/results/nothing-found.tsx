import { operatorNear, type Refusal, whyRefused } from "#/features/search/query/query-problems.ts";
import { type Piece, refusedPiece } from "#/features/search/query/query-terms.ts";
import { segmentsOf } from "#/features/search/query/query-segments.ts";
import { resultTexts as words } from "#/features/search/results/result-texts.ts";
import { type Way, widerSearches } from "#/features/search/query/wider-searches.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";

/** Explains why a search shows no message, because it is invalid or has no match, and suggests other searches. */
export function NothingFound(props: {
  query: string;
  /** The server's error; null if the search only found nothing. */
  refusal: Refusal | null;
  onSearch: (words: string) => void;
}) {
  const { query, refusal, onSearch } = props;
  const segments = segmentsOf(query);
  const piece = refusedPiece(query);
  const isRead = refusal === null && !piece;
  const ways = isRead ? widerSearches(query, segments) : waysOut(query);
  return (
    <EmptyState
      title={isRead ? texts.search.none : words.unreadable}
      hint={isRead ? texts.search.noneHint : whyRefused(query, refusal)}
      action={
        ways.length > 0 && (
          <span className="flex flex-wrap justify-center gap-2">
            {ways.map((way) => (
              <Button key={way.label} onClick={() => onSearch(way.words)} className="max-w-full">
                <bdi className="truncate">{way.label}</bdi>
              </Button>
            ))}
          </span>
        )
      }
    />
  );
}

/** Returns corrections for a search that cannot be parsed. */
function waysOut(query: string): Way[] {
  const piece = refusedPiece(query);
  if (!piece) return [];
  const near = operatorNear(piece.operator);
  const ways: Way[] = [];
  if (near !== undefined && near !== piece.operator) {
    const meant = piece.text.replace(/^(-?)\w+/, `$1${near}`);
    ways.push({ label: words.meant(meant), words: replaced(query, piece, meant) });
  }
  const plain = piece.text.replaceAll(/["(){}]/g, "").replace(/^-/, "");
  ways.push({ label: words.asWords, words: replaced(query, piece, `"${plain}"`) });
  return ways;
}

function replaced(query: string, { start, end }: Piece, text: string): string {
  return query.slice(0, start) + text + query.slice(end);
}
