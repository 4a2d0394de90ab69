import { type ComponentProps, useState } from "react";
import { cn } from "#/lib/class-names.ts";
import { EntrySign } from "#/ui/entry-sign.tsx";
import { Input } from "#/ui/form/input.tsx";

export interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  showLabel: string;
  hideLabel: string;
}

/** A password field with a button that shows the password. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        {...rest}
        type={isShown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={cn("pe-11", className)}
      />
      <button
        type="button"
        aria-label={isShown ? hideLabel : showLabel}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-1 end-1 grid w-8 place-items-center rounded-[5px] text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:w-10"
      >
        <EntrySign of={isShown ? "eyeOff" : "eye"} size={16} />
      </button>
    </span>
  );
}
