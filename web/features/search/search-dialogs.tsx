import { lazy, Suspense, useState } from "react";
import { useSearchForm } from "#/features/search/form/search-form-state.ts";
import { useSearchQuestion } from "#/state/view/saved-searches.ts";

const SavedSearchDialog = lazy(async () => {
  const { SavedSearchDialog: Part } = await import("#/features/search/saved-search-dialog.tsx");
  return { default: Part };
});

const SearchForm = lazy(async () => {
  const { SearchForm: Part } = await import("#/features/search/form/search-form.tsx");
  return { default: Part };
});

/** The dialogs about searches: the name of a saved one, and the form for a new one. Loaded with the first question. */
export function SearchDialogs() {
  const isAsked = useSearchQuestion(({ asked }) => asked !== null);
  const isFormOpen = useSearchForm(({ words }) => words !== null);
  const [wasAsked, setWasAsked] = useState(isAsked);
  const [wasFormOpen, setWasFormOpen] = useState(isFormOpen);
  if (isAsked && !wasAsked) setWasAsked(true);
  if (isFormOpen && !wasFormOpen) setWasFormOpen(true);
  return (
    <Suspense>
      {wasAsked && <SavedSearchDialog />}
      {wasFormOpen && <SearchForm />}
    </Suspense>
  );
}
