import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { newId } from "#/lib/new-id.ts";
import { savedSearchTexts as words } from "#/texts/shared/saved-search-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import {
  askAboutSearch,
  saveSearch,
  type SearchQuestion,
  useSearchQuestion,
} from "#/state/view/saved-searches.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

/** Asks for the name of a search to save, whenever `useSearchQuestion` has a question. */
export function SavedSearchDialog() {
  const { asked } = useSearchQuestion();
  const name = useRef<HTMLInputElement>(null);
  // The question stays while its dialog closes; each new question starts from scratch.
  const [latest, setLatest] = useState({ asked, count: 0 });
  if (asked && asked !== latest.asked) setLatest({ asked, count: latest.count + 1 });
  if (!latest.asked) return null;
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && askAboutSearch(null)}
      title={latest.asked.question === "save" ? words.save : words.renameTitle}
      closeLabel={texts.close}
      width="narrow"
      initialFocus={name}
    >
      <NameForm key={latest.count} asked={latest.asked} field={name} />
    </Dialog>
  );
}

function NameForm(props: { asked: SearchQuestion; field: RefObject<HTMLInputElement | null> }) {
  const { asked } = props;
  const form = useId();
  const client = useQueryClient();
  const query = asked.question === "save" ? asked.query.trim() : asked.search.query;
  const [id] = useState(() => newId());
  const [typed, setTyped] = useState(
    asked.question === "save"
      ? Array.from(query).slice(0, searchLimits.savedNameMaxLength).join("")
      : asked.search.name,
  );
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const name = typed.trim();
    if (name === "") return setError(words.missing);
    if (isBusy) return;
    setBusy(true);
    try {
      const known = asked.question === "save" ? { id, query } : asked.search;
      await saveSearch(client, { ...known, name });
      askAboutSearch(null);
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <DialogBody>
        <FormError>{error}</FormError>
        <form id={form} action={() => void save()} noValidate className="flex flex-col gap-3">
          <Field label={words.name} hint={words.nameHint}>
            {(control) => (
              <Input
                {...control}
                ref={props.field}
                autoComplete="off"
                maxLength={searchLimits.savedNameMaxLength}
                value={typed}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => {
                  setError("");
                  setTyped(target.value);
                }}
              />
            )}
          </Field>
          <p className="rounded-control bg-sunken px-3 py-2 text-label text-ink-2 wrap-anywhere">
            <bdi>{query}</bdi>
          </p>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => askAboutSearch(null)}>{texts.cancel}</Button>
        <Button tone="primary" type="submit" form={form} disabled={isBusy}>
          {words.confirm}
        </Button>
      </DialogFooter>
    </>
  );
}
