import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { z } from "zod";
import type { ContactSnapshot } from "#/store/contacts/synced-contact-queries.ts";

const Snapshot = z.tuple([z.string(), z.string(), z.string(), z.array(z.string())]);

/** Returns the contact as both sides held it when they were last in sync. */
export function readContactSnapshot(json: string): ContactSnapshot {
  const [name, organization, notes, addresses] = Snapshot.parse(JSON.parse(json));
  return { name, organization, notes, addresses };
}

/** Base for a contact that both sides created independently. */
export const emptySnapshot: ContactSnapshot = {
  name: "",
  organization: "",
  notes: "",
  addresses: [],
};

/**
 * Merges the changes by both sides since they were in sync. Where they contradict each other, the server's value wins, and the
 * local one is added below the notes.
 */
export function merged(
  base: ContactSnapshot,
  ours: ContactSnapshot,
  theirs: ContactSnapshot,
): { name: string; organization: string; notes: string; addresses: string[] } {
  const lost: string[] = [];
  const one = (before: string, here: string, there: string) => {
    if (there === before || there === here) return here;
    if (here === before || here === "") return there;
    if (there === "") return here;
    lost.push(here);
    return there;
  };
  const name = one(base.name, ours.name, theirs.name);
  const organization = one(base.organization, ours.organization, theirs.organization);
  const notes = one(base.notes, ours.notes, theirs.notes);
  const more = lost.filter((text) => !notes.includes(text));
  return {
    name,
    organization,
    notes: [notes, ...more].filter(Boolean).join("\n").slice(0, contactLimits.notesMaxLength),
    addresses: addressesOf(base.addresses, ours.addresses, theirs.addresses),
  };
}

/** Returns the server's addresses, with the ones added here and without the ones removed here. */
function addressesOf(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  if (theirs.join("\n") === base.join("\n")) return [...ours];
  const added = ours.filter((address) => !has(base, address) && !has(theirs, address));
  const kept = theirs.filter((address) => !has(base, address) || has(ours, address));
  return [...kept, ...added].slice(0, contactLimits.addresses);
}

function has(list: readonly string[], address: string): boolean {
  return list.some((one) => one.toLowerCase() === address.toLowerCase());
}
