import type { Account, AccountColor } from "@inlet/contract/mail/accounts.ts";
import { huesOf, initialOf } from "#/lib/initials.ts";

/** The hue of each color that a user can choose for an account. */
export const accountHues: Readonly<Record<AccountColor, number>> = {
  blue: 255,
  teal: 195,
  green: 150,
  yellow: 95,
  orange: 60,
  red: 25,
  purple: 305,
};

/** Fields of an account that its mark depends on. */
export type MarkedAccount = Pick<Account, "id" | "account_mail" | "name" | "color">;

/** One or two letters and a color, which distinguish an account from the others. */
export interface Mark {
  initials: string;
  hue: number;
}

/** Returns the mark of each account, in the same order. */
export function marksOf(accounts: readonly MarkedAccount[]): Mark[] {
  const hues = huesOf(
    accounts.map(({ account_mail: mail }) => mail),
    accounts.map(({ color }) => (color ? accountHues[color] : undefined)),
  );
  const choices = accounts.map(initialsFor);
  return choices.map((own, at) => ({
    // The first that no other account would have too; if there is none, only the color differs.
    initials:
      own.find((text, step) => !choices.some((each, of) => of !== at && each[step] === text)) ??
      own[1] ??
      own[0],
    hue: hues[at] ?? 0,
  }));
}

/** Returns the letters that an account can have, shortest first: those of its name, or of its address. */
function initialsFor({ name, account_mail: mail }: MarkedAccount): [string, ...string[]] {
  if (name.length > 0 && name.length < 3) return [name];
  const [first = "", second = ""] = name ? name.split(/\s+/) : mail.split("@");
  const initial = initialOf(first);
  const two = initial + (second ? initialOf(second) : first.slice(1, 2));
  return name ? [two] : [initial, two, initial + first.slice(1, 2)];
}
