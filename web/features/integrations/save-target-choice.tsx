import type { SavePlace } from "@inlet/contract/integrations/save-to-integration.ts";
import { placeTexts as words } from "#/features/integrations/save-target-texts.ts";

/** Choice among the destinations that were found. */
export function PlaceChoice(props: {
  places: readonly SavePlace[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-control font-medium">{words.choose}</legend>
      <div className="max-h-64 overflow-y-auto rounded-card border border-line px-3 py-1">
        {props.places.map(({ id, name, detail }) => (
          <label key={id} className="flex min-h-8 items-center gap-2 text-control coarse:min-h-11">
            <input
              type="radio"
              name="place"
              className="accent-accent"
              checked={props.chosen === id}
              onChange={() => props.onChoose(id)}
            />
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            <span className="ms-auto shrink-0 text-label text-ink-3">{detail}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
