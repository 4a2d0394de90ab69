import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { HitWords } from "#/features/search/query/highlight-words.tsx";
import { resultDate } from "#/lib/dates.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { useNow } from "#/lib/use-now.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";

/** A message that was found: correspondents and date, then subject and preview, with the matching words highlighted. */
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
  const rest = withoutSubject(preview, email.subject);
  return (
    <div className="flex gap-3 py-1.5">
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
        <p className="text-ink-2 max-sm:line-clamp-2 sm:truncate">
          <bdi>
            <HitWords text={email.subject.trim() || searchTexts.noSubject} words={wanted} />
          </bdi>
          {(rest || preview === "") && (
            <span className="text-ink-3">
              {" · "}
              <bdi>
                <HitWords text={rest || searchTexts.noPreview} words={wanted} />
              </bdi>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

/** Returns the text without the words of the subject that it begins with. */
function withoutSubject(text: string, subject: string): string {
  const word = /[\p{L}\p{N}]+/gu;
  const wanted = subject.replace(/^(?:\s*(?:re|fwd?):)+/i, "").match(word) ?? [];
  let count = 0;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(word)) {
    if (found.toLowerCase() !== wanted[count]?.toLowerCase()) break;
    count += 1;
    end = index + found.length;
  }
  // One word in common is no repetition, unless it is the whole subject.
  if (count === 0 || (count === 1 && wanted.length > 1)) return text;
  return text.slice(end).replace(/^[^\p{L}\p{N}]+/u, "");
}
