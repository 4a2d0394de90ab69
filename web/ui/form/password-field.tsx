import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Field } from "#/ui/form/field.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

/** A password field: for the current password, unless it is a new one. */
export function PasswordField(props: {
  label: string;
  hint?: string;
  isNew?: boolean;
  value: string;
  onChange: (password: string) => void;
}) {
  return (
    <Field label={props.label} {...(props.hint !== undefined && { hint: props.hint })}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete={props.isNew ? "new-password" : "current-password"}
          required
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          showLabel={pageTexts.showPassword}
          hideLabel={pageTexts.hidePassword}
        />
      )}
    </Field>
  );
}
