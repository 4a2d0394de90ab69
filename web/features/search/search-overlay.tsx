import { Dialog } from "@base-ui/react/dialog";
import { ArrowLeft } from "lucide-react";
import { useId, useRef } from "react";
import { SearchChips } from "#/features/search/search-chips.tsx";
import { SearchField } from "#/features/search/search-field.tsx";
import { openSearchForm } from "#/features/search/form/search-form-state.ts";
import { SearchPanel } from "#/features/search/search-panel.tsx";
import { useSearchMail } from "#/features/search/use-search.ts";
import { useOpenAfterMount } from "#/lib/use-open-after-mount.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** Full-screen search on a phone. */
export function SearchOverlay(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  shown: string;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useOpenAfterMount(props.isOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Popup
          initialFocus={input}
          className="fixed inset-0 z-40 flex flex-col bg-surface text-ink outline-none transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">{texts.search.label}</Dialog.Title>
          <OverlayContent
            inputRef={input}
            shown={props.shown}
            onClose={() => props.onOpenChange(false)}
            onOpen={(emailId) => {
              props.onOpenChange(false);
              props.onOpen(emailId);
            }}
            onShowAll={(words) => {
              props.onOpenChange(false);
              props.onShowAll(words);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function OverlayContent(props: {
  inputRef: React.RefObject<HTMLInputElement | null>;
  shown: string;
  onClose: () => void;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}) {
  const id = useId();
  const search = useSearchMail({ ...props, isNear: true, onEscape: props.onClose });
  return (
    <search className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2">
        <Dialog.Close
          aria-label={searchTexts.close}
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover"
        >
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Dialog.Close>
        <SearchField
          inputRef={props.inputRef}
          resultsId={id}
          isOpen={search.isShown}
          search={search}
          onForm={() => {
            props.onClose();
            openSearchForm(search.words);
          }}
          className="flex-1"
        />
      </div>
      <SearchChips
        search={search}
        inputRef={props.inputRef}
        className="shrink-0 flex-wrap border-b border-line px-3 py-2"
      />
      {search.isShown && <SearchPanel id={id} search={search} inputRef={props.inputRef} />}
    </search>
  );
}
