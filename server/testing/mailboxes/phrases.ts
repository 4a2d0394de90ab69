import { readFileSync } from "node:fs";
import type { Category } from "@inlet/contract/mail/email.ts";

/** Half of the project's mail: a model trained on one half is measured with the other. By design they share no words. */
export type Part = "train" | "held";

/** A kind of message with its phrases. */
export interface Kind {
  category: Category;
  isHuman: boolean;
  name: string;
  subjects: string[];
  sentences: Sentence[];
}

interface Sentence {
  text: string;
  isQuestion: boolean;
  isDeadline: boolean;
}

export interface Phrasebook {
  kinds: Kind[];
  lists: ReadonlyMap<string, string[]>;
}

/** Reads the phrases of one part. */
export function readPhrases(part: Part): Phrasebook {
  const lines = readFileSync(new URL(`${part}.txt`, import.meta.url), "utf8").split("\n");
  const lists = new Map<string, string[]>();
  const kinds: Kind[] = [];
  for (const line of lines) {
    const mark = line[0];
    if (mark === "@") {
      const [name = "", ...rest] = line.slice(1).split(" ");
      lists.set(name, rest.join(" ").split(";"));
    } else if (mark === "#") {
      const [category, who, name = ""] = line.slice(2).split(" ");
      kinds.push({
        // Safe: the file belongs to this repository and uses these names.
        category: category as Category,
        isHuman: who === "human",
        name,
        subjects: [],
        sentences: [],
      });
    } else if (mark === ">") kinds.at(-1)?.subjects.push(line.slice(2));
    else if (mark === "-") {
      kinds.at(-1)?.sentences.push({
        text: line.slice(line.indexOf(" ") + 1),
        isQuestion: line[1] === "?",
        isDeadline: line[1] === "!",
      });
    }
  }
  return { kinds, lists };
}
