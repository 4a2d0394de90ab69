import type { Tone } from "@inlet/contract/ai/smart-replies.ts";
import type { Language } from "../replies/acts.ts";
import { kinIn, personOf } from "../replies/people.ts";
import { wordsOf } from "../replies/words.ts";
import common from "./words/common.json" with { type: "json" };
import { nameOf } from "./placeholders.ts";

/** The way to address a recipient. */
interface Recipient {
  relation: "family" | "first" | "last" | "open";
  greetings: Record<Tone, string>;
}

const titled = new RegExp(String.raw`^(?:${common.titles.join("|")})\.? `, "iu");

/** Returns how to address the recipient that the user named. A firm, a role or a group is greeted without a name. */
export function recipientOf(recipient: string, language: Language): Recipient {
  const { greeting } = wordsOf(language).frame;
  const of = (relation: Recipient["relation"], form: 0 | 1 | 2, name = ""): Recipient => {
    const [professional, casual, formal] = greeting.map((forms) => put(forms[form], name));
    return {
      relation,
      greetings: { professional: professional ?? "", casual: casual ?? "", formal: formal ?? "" },
    };
  };
  const name = nameOf(recipient);
  const [title] = titled.exec(name) ?? [];
  if (title !== undefined) {
    const { greetings } = of("last", 2, `${title.trim()} ${name.split(/\s+/).at(-1) ?? ""}`);
    return { relation: "last", greetings: { ...greetings, casual: greetings.professional } };
  }
  if (kinIn(name) !== undefined) return of("family", 0, name);
  const [, fromAddress = ""] = /<([^<>]*)>/.exec(recipient) ?? [];
  const names = personOf({ fromName: name, fromAddress }, { own: "", signature: "" });
  if (names === undefined) return of("open", 1);
  return names.length === 1 || language === "en"
    ? of("first", 0, names[0])
    : of("last", 2, names.join(" "));
}

/** Puts the name into a greeting; one without a place for it gets it before its last mark. */
function put(greeting: string, name: string): string {
  if (name === "") return greeting;
  const whole = greeting.replace(/\{(?:name|full)\}/, () => name);
  return whole === greeting ? `${greeting.slice(0, -1)} ${name}${greeting.slice(-1)}` : whole;
}
