import { limits } from "@inlet/contract/limits.ts";
import { searchPlaces } from "@inlet/contract/mail/search-query.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { foldersQuery } from "#/api/queries.ts";
import { ownFolders } from "#/features/search/query/folder-term.ts";
import { isoDay } from "#/lib/dates.ts";
import { isOperator } from "#/features/search/query/query-terms.ts";
import { recordRecentSearch } from "#/features/search/recent-searches.ts";
import {
  emptyForm,
  queryOf,
  type SearchFields,
  spans,
  fieldsOf,
} from "#/features/search/form/search-form-query.ts";
import { openSearchForm, useSearchForm } from "#/features/search/form/search-form-state.ts";
import { searchFormTexts as words } from "#/features/search/form/search-form-texts.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { dateOfWords } from "#/lib/date-words.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { WhenInput } from "#/ui/form/when-input.tsx";

/** The form for users who do not know the operators: one field for each. */
export function SearchForm() {
  const asked = useSearchForm(({ words: begun }) => begun);
  const first = useRef<HTMLInputElement>(null);
  // The values stay while the dialog closes; each time it opens it starts from scratch.
  const [latest, setLatest] = useState({ asked, count: 0 });
  if (asked !== null && asked !== latest.asked) setLatest({ asked, count: latest.count + 1 });
  if (asked === null && latest.asked !== null && latest.count > 0) {
    // Allows the form to open again with the same search.
    setLatest({ asked: null, count: latest.count });
  }
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && openSearchForm(null)}
      title={searchTexts.options}
      closeLabel={texts.close}
      isFullOnPhone
      initialFocus={first}
    >
      <Fields key={latest.count} begun={asked ?? ""} firstRef={first} />
    </Dialog>
  );
}

type Change = (more: Partial<SearchFields>) => void;

function Fields(props: { begun: string; firstRef: RefObject<HTMLInputElement | null> }) {
  const form = useId();
  const place = useMailPlace();
  const [request, setFields] = useState(() => fieldsOf(props.begun));
  const [error, setError] = useState("");
  const change: Change = (more) => {
    setError("");
    setFields({ ...request, ...more });
  };
  const search = (typed: FormData) => {
    // Without its date, the search would find more than was asked for.
    if (request.around === "" && typed.get("around")) return setError(words.unreadable);
    const query = queryOf(request).slice(0, limits.searchMaxLength);
    if (query.length < limits.searchMinLength) return setError(words.nothing);
    openSearchForm(null);
    recordRecentSearch(query);
    void place.goTo({ kind: "search", query });
  };
  return (
    <>
      <DialogBody>
        <FormError>{error}</FormError>
        <form
          id={form}
          action={search}
          noValidate
          className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-x-4"
        >
          {(["from", "to", "subject", "words", "without"] as const).map((name) => (
            <Field
              key={name}
              label={words[name]}
              className={name === "subject" ? "sm:col-span-2" : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  {...(name === "from" && { ref: props.firstRef })}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={limits.searchMaxLength}
                  value={request[name]}
                  onChange={({ target }) => change({ [name]: target.value })}
                />
              )}
            </Field>
          ))}
          <Places fields={request} onChange={change} />
          <Dates fields={request} onChange={change} />
          {isOperator("larger") && <Sizes fields={request} onChange={change} />}
          <Checkbox
            isChecked={request.hasAttachment}
            onChange={(hasAttachment) => change({ hasAttachment })}
            label={words.hasAttachment}
            className="min-h-8 self-end text-control text-ink coarse:min-h-11"
          />
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" onClick={() => change(emptyForm)}>
          {words.clear}
        </Button>
        <Button tone="primary" type="submit" form={form}>
          {words.search}
        </Button>
      </DialogFooter>
    </>
  );
}

function Places({ fields: request, onChange }: { fields: SearchFields; onChange: Change }) {
  const { data } = useQuery(foldersQuery(null));
  const own = ownFolders(data?.folders ?? []);
  const values = [...searchPlaces, ...own.map(({ value }) => value)];
  const isKnown = values.some((value) => value === request.place);
  return (
    <Field label={words.place}>
      {(control) => (
        <Select
          {...control}
          value={request.place}
          onChange={({ target }) => onChange({ place: target.value })}
        >
          <option value="">{words.usual}</option>
          {!isKnown && request.place !== "" && (
            <option value={request.place}>{request.place}</option>
          )}
          {searchPlaces.map((place) => (
            <option key={place} value={place}>
              {place === "anywhere" ? words.anywhere : nameOf(place)}
            </option>
          ))}
          {own.map(({ value, name }) => (
            <option key={`own ${value}`} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Returns the name of a place in the sidebar; a place without one is shown as typed. */
function nameOf(place: string): string {
  const names: Partial<Record<string, string>> = texts.folders;
  return names[place] ?? place;
}

function Dates({ fields: request, onChange }: { fields: SearchFields; onChange: Change }) {
  return (
    <div className="flex min-w-0 gap-2">
      <Field label={words.within} className="flex-1">
        {(control) => (
          <Select
            {...control}
            value={request.within}
            onChange={({ target }) =>
              onChange({ within: spans.find((span) => span === target.value) ?? "" })
            }
          >
            <option value="">{words.anyTime}</option>
            {spans.map((span) => (
              <option key={span} value={span}>
                {words.spans[span]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {request.within !== "" && (
        <Field label={words.around} className="flex-1">
          {(control) => (
            <WhenInput
              {...control}
              day="past"
              name="around"
              start={request.around === "" ? null : dateOfWords(request.around, new Date())}
              onChange={(day) => onChange({ around: day ? isoDay(day) : "" })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Sizes({ fields: request, onChange }: { fields: SearchFields; onChange: Change }) {
  return (
    <div className="flex min-w-0 items-end gap-2 sm:col-span-2">
      <Field label={words.size} className="flex-1">
        {(control) => (
          <Select
            {...control}
            value={request.sizeIs}
            onChange={({ target }) =>
              onChange({ sizeIs: target.value === "smaller" ? "smaller" : "larger" })
            }
          >
            {(["larger", "smaller"] as const).map((each) => (
              <option key={each} value={each}>
                {words.sizeIs[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <span className="w-24 shrink-0">
        <Input
          aria-label={words.sizeValue}
          inputMode="numeric"
          value={request.size}
          onChange={({ target }) =>
            onChange({ size: target.value.replaceAll(/\D/g, "").slice(0, 6) })
          }
        />
      </span>
      <Select
        aria-label={words.sizeUnit}
        value={request.sizeUnit}
        onChange={({ target }) => onChange({ sizeUnit: target.value === "K" ? "K" : "M" })}
        className="w-24 shrink-0"
      >
        {(["M", "K"] as const).map((unit) => (
          <option key={unit} value={unit}>
            {words.units[unit]}
          </option>
        ))}
      </Select>
    </div>
  );
}
