import { useQuery } from "@tanstack/react-query";
import { countQuery } from "#/api/matching.ts";
import { operatorNear, type Refusal, whyRefused } from "#/features/search/query/query-problems.ts";
import { type Piece, refusedPiece } from "#/features/search/query/query-terms.ts";
import { resultTexts as words } from "#/features/search/results/result-texts.ts";
import { useWiderSearches } from "#/features/search/query/use-wider-searches.ts";
import type { Way } from "#/features/search/query/wider-searches.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";

/** Explains why a search shows no message, because it is invalid or has no match, and suggests other searches. */
export function NothingFound(props: {
  query: string;
  /** The server's error; null if the search only found nothing. */
  refusal: Refusal | null;
  onSearch: (words: string) => void;
  /** The account whose mail was searched; null for all. */
  accountId: string | null;
  onAllAccounts: () => void;
}) {
  const { query, refusal, onSearch, accountId } = props;
  const piece = refusedPiece(query);
  const isRead = refusal === null && !piece;
  const wider = useWiderSearches(query, { isWanted: isRead, accountId });
  const { data: all } = useQuery({
    ...countQuery({ folder: "", accountId: null, query }),
    enabled: isRead && accountId !== null,
  });
  const ways: (Way & { count?: string })[] = isRead ? wider : waysOut(query);
  const isInOthers = accountId !== null && all !== undefined && all.count > 0;
  return (
    <EmptyState
      title={isRead ? texts.search.none : words.unreadable}
      hint={
        isRead ? `${words.searched(query)} ${texts.search.noneHint}` : whyRefused(query, refusal)
      }
      action={
        (ways.length > 0 || isInOthers) && (
          <span className="flex flex-wrap justify-center gap-2">
            {isInOthers && (
              <Button onClick={props.onAllAccounts}>
                {words.allAccounts}
                <Count>{all.count.toLocaleString(locale)}</Count>
              </Button>
            )}
            {ways.map((way) => (
              <Button key={way.label} onClick={() => onSearch(way.words)} className="max-w-full">
                <bdi className="truncate">{way.label}</bdi>
                {way.count !== undefined && <Count>{way.count}</Count>}
              </Button>
            ))}
          </span>
        )
      }
    />
  );
}

function Count({ children }: { children: string }) {
  return <span className="text-label font-normal text-ink-3 tabular">{children}</span>;
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
