import { useState } from "react";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

interface Login {
  address: string;
  user: string;
  password: string;
}

type Collections = readonly { url: string; name: string }[];

type Word =
  | ("address" | "addressHint" | "user" | "password" | "passwordHint" | "missing")
  | ("connect" | "choose" | "chooseFirst");

/** Form for a new calendar or address book; if the server has several, the user chooses one. */
export function ConnectDav(props: {
  words: Readonly<Record<Word, string>>;
  /** Returns the collections to choose from; undefined once it is connected. */
  connect: (login: Login, url: string | undefined) => Promise<Collections | undefined>;
  onCancel: () => void;
}) {
  const { words } = props;
  const [login, setLogin] = useState<Login>({ address: "", user: "", password: "" });
  const [found, setFound] = useState<Collections>([]);
  const [chosenUrl, setChosenUrl] = useState("");
  const isChoosing = found.length > 0;
  const connect = async () => {
    if (Object.values(login).some((value) => value.trim() === "")) throw new Error(words.missing);
    if (isChoosing && chosenUrl === "") throw new Error(words.chooseFirst);
    const choice = await props.connect(login, isChoosing ? chosenUrl : undefined);
    if (choice) setFound(choice);
  };
  const set = (part: Partial<Login>) => {
    setLogin({ ...login, ...part });
    // Another login has other collections.
    setFound([]);
    setChosenUrl("");
  };
  return (
    <FormStep confirm={words.connect} onCancel={props.onCancel} onConfirm={connect}>
      <Field label={words.address} hint={words.addressHint}>
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={2000}
            value={login.address}
            onChange={(event) => set({ address: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.user}>
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={320}
            value={login.user}
            onChange={(event) => set({ user: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.password} hint={words.passwordHint}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            required
            value={login.password}
            onChange={(event) => set({ password: event.target.value })}
            showLabel={pageTexts.showPassword}
            hideLabel={pageTexts.hidePassword}
          />
        )}
      </Field>
      {isChoosing && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-control font-medium">{words.choose}</legend>
          {found.map(({ url, name }) => (
            <label
              key={url}
              className="flex min-h-8 items-center gap-2 text-control coarse:min-h-11"
            >
              <input
                type="radio"
                name="collection"
                className="accent-accent"
                checked={chosenUrl === url}
                onChange={() => setChosenUrl(url)}
              />
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </FormStep>
  );
}
