import { type BelievableMailbox, makeBelievableMailbox } from "./believable-mailbox.ts";
import { type Circle, heldPersonas, type Persona } from "./read-stories.ts";

const owner = (circle: Circle, address: string): Persona => ({
  circle,
  language: "en",
  name: "Imre Sandoval",
  address,
  line: "",
});

/** The owner of the held-out mailboxes: a festival organizer. */
export const heldOwners: Readonly<Record<Circle, Persona>> = {
  work: owner("work", "imre.sandoval@lanternhouse.example"),
  private: owner("private", "imre@sandoval.example"),
  club: owner("club", "imre@streetorchestra.example"),
};

/** Creates a mailbox whose words, brands and layouts are not in the training data. */
export function heldMailbox(seed: string, now: number): BelievableMailbox {
  return makeBelievableMailbox({
    seed,
    now,
    part: "held",
    owners: heldOwners,
    people: heldPersonas(),
  });
}
