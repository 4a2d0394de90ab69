import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { HitWords } from "#/features/search/query/highlight-words.tsx";
import { resultDate } from "#/lib/dates.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { useNow } from "#/lib/use-now.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";

/** A message that was found: correspondents, date, subject and preview, with the matching words highlighted. */
export function ResultText(props: {
  email: EmailRow;
  searched: readonly string[];
  /** The folders that contain it, if they are known. */
  place: string;
}) {
  const { email, searched: wanted, place } = props;
  const now = useNow();
  const sender = email.fromName[0] || email.fromAddress[0] || searchTexts.unknownSender;
  const preview = email.bodyPlain.trim();
  const isSubjectAgain = preview !== "" && sameWords(preview, email.subject);
  return (
    <div className="flex gap-3 py-2">
      <Avatar name={sender} />
      <div className="min-w-0 flex-1 text-control">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium text-ink">
            <bdi>
              <HitWords text={sender} words={wanted} />
            </bdi>
          </span>
          {place && (
            <Badge className="max-w-28">
              <bdi className="truncate">{place}</bdi>
            </Badge>
          )}
          <time dateTime={email.emailDate} className="shrink-0 text-meta text-ink-3 tabular">
            {resultDate(email.emailDate, now)}
          </time>
        </p>
        <p className="truncate text-ink-2">
          <bdi>
            <HitWords text={email.subject.trim() || searchTexts.noSubject} words={wanted} />
          </bdi>
        </p>
        {!isSubjectAgain && (
          <p className="truncate text-label text-ink-3">
            <bdi>
              <HitWords text={preview || searchTexts.noPreview} words={wanted} />
            </bdi>
          </p>
        )}
      </div>
    </div>
  );
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  // Texts of signs alone, such as emoji, have no words to compare.
  return plain(one) !== "" && plain(one) === plain(other);
}
