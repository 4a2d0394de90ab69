import type { SavePlace } from "@inlet/contract/integrations/save-to-integration.ts";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { PlaceChoice } from "#/features/integrations/save-target-choice.tsx";
import { placeTexts as words } from "#/features/integrations/save-target-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import type { SaveKind } from "#/state/view/save-to-integration.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

interface Steps {
  onCancel: () => void;
  onConnected: () => void;
}

/** Form for a new destination at a service. */
export function ConnectPlace({ kind, ...steps }: Steps & { kind: SaveKind }) {
  return kind === "notion" ? <ConnectNotion {...steps} /> : <ConnectTrello {...steps} />;
}

/** Holds the places found and the chosen one, and handles the response to a connection request. */
function usePlaces(onConnected: () => void) {
  const [places, setPlaces] = useState<SavePlace[]>([]);
  const [placeId, setPlaceId] = useState("");
  const chosen = places.some(({ id }) => id === placeId) ? { placeId } : {};
  return {
    places,
    isChoosing: places.length > 0,
    chosen,
    choice: places.length > 0 && (
      <PlaceChoice places={places} chosen={placeId} onChoose={setPlaceId} />
    ),
    forget: () => setPlaces([]),
    use: (answer: { integration: { name: string } | null; places: SavePlace[] }) => {
      if (answer.integration === null) {
        setPlaces(answer.places);
        setPlaceId("");
        return;
      }
      notify(words.connected(answer.integration.name));
      onConnected();
    },
  };
}

function ConnectNotion({ onCancel, onConnected }: Steps) {
  const [token, setToken] = useState("");
  const [query, setQuery] = useState("");
  const found = usePlaces(onConnected);
  const isReady = "placeId" in found.chosen;
  const connect = async () => {
    if (token.trim() === "") throw new Error(words.notion.missing);
    found.use(await call("POST /notion", { token, query, ...found.chosen }));
  };
  return (
    <FormStep
      confirm={isReady ? words.connect : words.notion.find}
      onCancel={onCancel}
      onConfirm={connect}
    >
      <Secret
        label={words.notion.token}
        hint={words.notion.tokenHint}
        value={token}
        onChange={(value) => {
          setToken(value);
          // Another integration token sees other destinations.
          found.forget();
        }}
      />
      <Field label={words.notion.search} hint={words.notion.searchHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              found.forget();
            }}
          />
        )}
      </Field>
      {found.choice}
    </FormStep>
  );
}

function ConnectTrello({ onCancel, onConnected }: Steps) {
  const [secret, setSecret] = useState({ key: "", token: "" });
  const found = usePlaces(onConnected);
  const connect = async () => {
    if (Object.values(secret).some((value) => value.trim() === "")) {
      throw new Error(words.trello.missing);
    }
    if (found.isChoosing && !("placeId" in found.chosen)) throw new Error(words.chooseFirst);
    found.use(await call("POST /trello", { ...secret, ...found.chosen }));
  };
  const set = (part: Partial<typeof secret>) => {
    setSecret({ ...secret, ...part });
    found.forget();
  };
  return (
    <FormStep confirm={words.connect} onCancel={onCancel} onConfirm={connect}>
      <Secret
        label={words.trello.key}
        hint={words.trello.keyHint}
        value={secret.key}
        onChange={(key) => set({ key })}
      />
      <Secret
        label={words.trello.token}
        hint={words.trello.tokenHint}
        value={secret.token}
        onChange={(token) => set({ token })}
      />
      {found.choice}
    </FormStep>
  );
}

function Secret(props: {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label} hint={props.hint}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="off"
          required
          maxLength={400}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          showLabel={pageTexts.showPassword}
          hideLabel={pageTexts.hidePassword}
        />
      )}
    </Field>
  );
}
