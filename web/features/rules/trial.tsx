import { useQuery } from "@tanstack/react-query";
import type { Api } from "@inlet/contract/api.ts";
import { trialQuery } from "#/features/rules/rule-queries.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { rowDate } from "#/lib/dates.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { FormError } from "#/ui/form/form-error.tsx";
import { Turning } from "#/ui/button.tsx";

const words = ruleTexts.editor;
const waitMs = 300;
const maxShown = 5;

interface TrialState {
  /** The query has a result: a user who turns the rule on has seen the messages it finds. */
  isSeen: boolean;
  isPending: boolean;
  problem: string;
  found: Api["POST /rules/try"]["output"] | undefined;
}

/** Returns the messages that the search would have found recently, with a delay after the last key. */
export function useTrial(query: string): TrialState {
  const asked = useDebounced(query.trim(), waitMs);
  const { data, error, isFetching } = useQuery({
    ...trialQuery(asked),
    enabled: asked !== "",
  });
  const isSettled = asked === query.trim() && !isFetching;
  return {
    isSeen: isSettled && data !== undefined && error === null && asked !== "",
    isPending: asked !== "" && !isSettled,
    problem: isSettled && error ? error.message : "",
    found: isSettled && error === null && asked !== "" ? data : undefined,
  };
}

/** The number of messages, and the newest of them. */
export function Trial({ trial }: { trial: TrialState }) {
  const { found, problem, isPending } = trial;
  if (problem) return <FormError>{problem}</FormError>;
  if (!found && !isPending) return null;
  return (
    <section aria-live="polite" className="rounded-card border border-line bg-sunken p-4">
      {isPending && (
        <p className="flex items-center gap-2 text-control text-ink-3">
          <Turning />
          {words.trying}
        </p>
      )}
      {found && (
        <>
          <h3 className="text-control font-semibold">{words.found(found.count, found.isMore)}</h3>
          <p className="text-label text-ink-3">{words.foundHint}</p>
          <ul className="mt-2">
            {found.emails.slice(0, maxShown).map((email) => (
              <li key={email.id} className="flex items-baseline gap-3 py-1 text-control">
                <bdi className="w-32 shrink-0 truncate font-medium max-sm:w-24">
                  {email.fromName[0] || email.fromAddress[0]}
                </bdi>
                <bdi className="min-w-0 flex-1 truncate">{email.subject || words.noSubject}</bdi>
                <time dateTime={email.emailDate} className="shrink-0 text-label text-ink-3 tabular">
                  {rowDate(email.emailDate, new Date())}
                </time>
              </li>
            ))}
          </ul>
          {found.count > maxShown && (
            <p className="text-label text-ink-3">{words.andMore(found.count - maxShown)}</p>
          )}
        </>
      )}
    </section>
  );
}
