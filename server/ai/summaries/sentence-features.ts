/** A message's sentences, with their context. */
export interface SentenceContext {
  sentences: readonly string[];
  subject: string;
  quoted: string;
  /** True for a reply, or a message of a longer thread. */
  isReply: boolean;
}

export const sentenceFeatures = [
  "how far down",
  "share of the mail above it",
  "is first",
  "is last",
  "words",
  "words against the mail's longest",
  "asks",
  "asks for something",
  "proposes",
  "tells what was decided or found",
  "words of the subject",
  "words of what is answered",
  "words that the mail repeats",
  "words that the next sentences repeat",
  "greets or takes leave",
  "speaks of the sender",
  "speaks to the reader",
  "names",
  "figures",
  "addresses",
  "days and times",
  "is a list item",
  "introduces what follows",
  "letters against signs",
  "sentences in the mail",
  "is a reply",
  "is a substantial first one",
  "contrasts",
  "common words",
  "follows a question",
  "first person wants",
] as const;

const requestWords =
  /\b(?:please|pls|plz|kindly|could you|can you|would you|will you|can someone|could someone|could we|can we|let me know|let us know|i(?:'d| would) (?:like|appreciate)|need you|need to know|i need|we need|asked? (?:you|that you)|request|appreciate|send me|get back to|reply|respond|confirm|comments\?|feedback|thoughts\?|any (?:ideas|suggestions|comments|thoughts)|remind|volunteer|looking for|bitte|können sie|könnten sie|kannst du|könntest du|pourriez-vous|pouvez-vous|merci de|veuillez|por favor|podr[íi]as?|puedes|per favore|potresti)\b/i;
const proposalWords =
  /\b(?:suggest|propose|proposal|should|shall we|how about|what about|let's|let us|maybe we|perhaps|recommend|would prefer|it would be (?:good|better|nice)|why not|we could|i think we|meeting|meet|schedule|plan)\b/i;
const decisionWords =
  /\b(?:decided|agreed?|agree|approved|confirmed?|attached|announce|available|completed|finished|released|changed|will be|is now|are now|result|conclusion|therefore|so far|happened|found|problem|issue|important|deadline|due|cancell?ed|moved|postponed|i think|i believe|i don't|no way|yes|support|against)\b/i;
const polite =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks|thank you|many thanks|regards|best|best regards|kind regards|sincerely|cheers|yours|greetings|hallo|liebe[rs]?|sehr geehrte|mit freundlichen|bonjour|hola|saludos|ciao|hope (?:this|you)|i hope (?:this|you))\b/i;
const days =
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thur?s?|fri|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|today|tomorrow|tonight|week|month|deadline|\d{1,2}(?::\d{2})? ?[ap]m|\d{1,2}:\d{2}|20\d\d|19\d\d)\b/i;
const common = new Set(
  "the a an and or but if of to in on at for from by with as is are was were be been being it its this that these those i you he she we they me my your our their us them not no do does did have has had will would can could should may might there here so than then what which who how when where why all any some more most also just only very about into over out up down one re fw fwd".split(
    " ",
  ),
);

/** Returns the features of each sentence, the same for measuring, training and use. */
export function sentenceFeaturesOf(context: SentenceContext): number[][] {
  const { sentences, isReply } = context;
  const words = sentences.map(wordsOf);
  const content = words.map((own) => new Set(own.filter((it) => !common.has(it) && it.length > 2)));
  const subject = contentWords(context.subject);
  const quoted = contentWords(context.quoted.slice(0, 20_000));
  const counts = new Map<string, number>();
  for (const own of content) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const longest = Math.max(1, ...words.map((own) => Math.min(own.length, 60)));
  const firstSubstantial = words.findIndex(
    (own, at) => own.length >= 6 && !polite.test(sentences[at] ?? ""),
  );
  return sentences.map((sentence, at) => {
    const text = sentence.slice(0, 1000);
    const own = words[at] ?? [];
    const mine = content[at] ?? new Set<string>();
    const next = new Set([...(content[at + 1] ?? []), ...(content[at + 2] ?? [])]);
    const repeated = [...mine].reduce((sum, word) => sum + (counts.get(word) ?? 1) - 1, 0);
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    return [
      Math.min(at, 30),
      at / Math.max(1, sentences.length - 1),
      Number(at === 0),
      Number(at === sentences.length - 1),
      Math.min(own.length, 60),
      Math.min(own.length, 60) / longest,
      Number(text.includes("?")),
      Number(requestWords.test(text)),
      Number(proposalWords.test(text)),
      Number(decisionWords.test(text)),
      share(mine, subject),
      share(mine, quoted),
      repeated / Math.max(1, mine.size) / Math.sqrt(sentences.length),
      share(mine, next),
      Number(polite.test(text)),
      Number(/\b(?:i|we|my|our|i'm|i've|i'd)\b/i.test(text)),
      Number(/\b(?:you|your|you're)\b/i.test(text)),
      Math.min(text.match(/(?<=[\p{Ll}\d,;] )\p{Lu}/gu)?.length ?? 0, 8),
      Math.min(text.match(/\d/g)?.length ?? 0, 10),
      Number(/https?:|www\.|\w@\w/i.test(text)),
      Number(days.test(text)),
      Number(/^(?:[-*•]|\(?\d{1,3}[.)])\s/.test(text)),
      Number(text.endsWith(":")),
      letters / Math.max(1, text.length),
      Math.min(sentences.length, 40),
      Number(isReply),
      Number(at === firstSubstantial),
      Number(/^(?:but|however|although|though|nevertheless|yet|still|actually)\b/i.test(text)),
      own.filter((it) => common.has(it)).length / Math.max(1, own.length),
      Number(sentences[at - 1]?.includes("?") ?? false),
      Number(
        /\b(?:i|we)(?:'d| would| will|'ll)? (?:want|like|need|wish|hope|prefer|wonder)/i.test(text),
      ),
    ];
  });
}

/** Returns the words of a text in lower case. */
function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns the content words of a text. */
export function contentWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((it) => !common.has(it) && it.length > 2));
}

function share(words: ReadonlySet<string>, among: ReadonlySet<string>): number {
  if (words.size === 0 || among.size === 0) return 0;
  return [...words].filter((it) => among.has(it)).length / words.size;
}
