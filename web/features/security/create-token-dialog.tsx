import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { TokenAccounts } from "#/features/security/token-accounts.tsx";
import { tokenTexts as words } from "#/features/security/token-texts.ts";
import { Button } from "#/ui/button.tsx";
import { CopyButton } from "#/ui/copy-button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";

const choices = [7, 30, 90, 365];

/** Dialog to create a token: its name, scopes and expiry; then the token, shown once. */
export function CreateTokenDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onCreated: () => unknown;
}) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["read"]);
  const [days, setDays] = useState(90);
  const [accounts, setAccounts] = useState<readonly string[] | null>(null);
  const [asksFirst, setAsksFirst] = useState(true);
  const [token, setToken] = useState<string | null>(null);
  const create = async (password: string) => {
    // Checked before the password, whose check takes time.
    if (name.trim() === "" || scopes.length === 0) throw new Error(words.missing);
    if (accounts?.length === 0) throw new Error(words.noAccount);
    const request = {
      name,
      scopes: [...scopes],
      days,
      accounts: accounts && [...accounts],
      asksFirst,
    };
    const answer = await call("POST /user/tokens", { password, ...request });
    setToken(answer.token);
    props.onCreated();
  };
  const toggle = (scope: TokenScope) => (isChecked: boolean) =>
    setScopes(isChecked ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={token === null ? words.createTitle : words.madeTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      {token !== null && <ShownToken token={token} onDone={props.onClose} />}
      {token === null && (
        <PasswordStep confirm={words.submit} onCancel={props.onClose} onConfirm={create}>
          <Field label={words.name} hint={words.nameHint}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                required
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <fieldset>
            <legend className="mb-1 text-control font-medium text-ink-2">{words.scopes}</legend>
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                isChecked={scopes.includes(scope)}
                onChange={toggle(scope)}
                className="py-1.5 coarse:min-h-11"
                label={
                  <span className="text-control">
                    {words.scope[scope].label}
                    <span className="block text-label text-ink-3">{words.scope[scope].hint}</span>
                  </span>
                }
              />
            ))}
          </fieldset>
          {scopes.includes("send") && (
            <Checkbox
              isChecked={asksFirst}
              onChange={setAsksFirst}
              className="coarse:min-h-11"
              label={
                <span className="text-control">
                  {words.asksFirst}
                  <span className="block text-label text-ink-3">{words.asksFirstHint}</span>
                </span>
              }
            />
          )}
          <TokenAccounts chosen={accounts} onChange={setAccounts} />
          <Field label={words.expiry}>
            {(control) => (
              <Select
                {...control}
                value={days}
                onChange={(event) => setDays(Number(event.target.value))}
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {words.days(choice)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </PasswordStep>
      )}
    </Dialog>
  );
}

function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col items-start gap-4">
        <p className="text-control text-ink-2">{words.madeHint}</p>
        <output
          aria-label={words.token}
          className="block w-full rounded-card border border-line bg-sunken px-4 py-3 font-mono text-control wrap-anywhere select-all"
        >
          {token}
        </output>
        <CopyButton text={token} />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={onDone}>
          {words.kept}
        </Button>
      </DialogFooter>
    </>
  );
}
