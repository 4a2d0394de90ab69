import type { FormEvent } from "react";

/** Moves the focus to the first required field of the submitted form that is empty or malformed. */
export function focusMissing({ currentTarget }: FormEvent): void {
  currentTarget.querySelector<HTMLElement>("input:invalid")?.focus();
}
