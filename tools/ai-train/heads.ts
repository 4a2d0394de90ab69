import { type Feature, featuresOf } from "../../server/ai/classify/features.ts";
import type { Head, LinearModel } from "../../server/ai/classify/model.ts";
import { places } from "../../server/ai/classify/features.ts";
import { trainBoth, trainOnRatios } from "./ratios.ts";
import {
  type Example,
  exampleOf as exampleOfAll,
  type Labelled,
  train,
  type Weights,
} from "./linear.ts";
import type { MessageSample, generateMail, OfficeSample, SpamSample } from "./sources.ts";

export interface Sources {
  made: ReturnType<typeof generateMail>;
  spam: readonly SpamSample[];
  office: readonly OfficeSample[];
  /** Messages of mailing lists in which people discuss their work. */
  letters: readonly MessageSample[];
}

const isOfSender = ({ key }: Feature) => /^[adlnq]:/.test(key);
const isOfWords = (feature: Feature) => isOfText(feature) && !feature.key.startsWith("h:");
const isOfText = (feature: Feature) => !isOfSender(feature) && !feature.key.startsWith("s:");
/** The model must not memorize the addresses of invented senders. */
const isGeneral = ({ key }: Feature) => !/^[adn]:/.test(key);

/** Features that count for one head only, by key prefix: days and hours for "arranging", link targets for "spam". */
const speaksOf: Readonly<Record<string, Head>> = { k: "arranging", q: "spam" };

/** Returns the positive and negative examples of a head. */
function examplesOf(head: Head, sources: Sources): Labelled[] {
  const { invented, real } = labellers(head, sources.made);
  const { office } = sources;
  const { work, personal, bulk, feeds, answers, advertising } = groupsOf(sources);
  switch (head) {
    case "human":
      return [
        ...invented(({ isHuman }) => isHuman, 1),
        ...real(office, true, 0.3),
        ...real(answers, true, 0.3),
        ...real([...bulk, ...feeds], false, 0.8),
        ...real(advertising, false, 0.3),
      ];
    case "spam":
      return spamExamples(sources);
    case "arranging":
      return arrangingExamples(sources);
    case "private":
      return [...real(work, false, 1), ...real(personal, true, 2)];
    case "Work":
    case "Personal":
    case "Finance":
    case "Social":
    case "Promotions":
    case "Updates":
      return [
        ...invented(
          ({ category }) => category === head,
          1,
          ({ category }) => category !== "Spam",
        ),
        // Weighted low: looking real is not a sign of work.
        ...(head === "Personal" || head === "Work"
          ? [...real(personal, head === "Personal", 0.3), ...real(work, head === "Work", 0.06)]
          : [...real(answers, false, 0.1), ...real(office, false, 0.05)]),
        ...(head === "Work" || head === "Personal" || head === "Social"
          ? [...real(bulk, false, 0.4), ...real(advertising, false, 0.1)]
          : []),
        ...real(feeds, head === "Updates", 0.3),
      ];
  }
}

/** Returns functions that turn invented and real mail into examples of a head. */
function labellers(head: Head, made: Sources["made"]) {
  const exampleOf = (
    features: readonly Feature[],
    keep: (feature: Feature) => boolean = () => true,
  ): Example =>
    exampleOfAll(
      features,
      (feature) => (speaksOf[feature.key.charAt(0)] ?? head) === head && keep(feature),
    );
  const invented = (
    isTrue: (one: Sources["made"][number]["made"]) => boolean,
    weight: number,
    isAsked: (one: Sources["made"][number]["made"]) => boolean = () => true,
  ) =>
    made
      .filter(({ made: one }) => isAsked(one))
      .flatMap(({ made: one, mail }, index): Labelled[] => [
        {
          // Every fourth example uses the text alone: much mail carries little information beside its text.
          example: exampleOf(featuresOf(mail), index % 4 === 0 ? isOfText : isGeneral),
          isTrue: isTrue(one),
          weight,
        },
      ]);
  const real = (
    samples: readonly { mail: SpamSample["mail"] }[],
    isTrue: boolean,
    weight: number,
    keep?: (feature: Feature) => boolean,
  ) =>
    samples.map(({ mail }): Labelled => ({
      example: exampleOf(featuresOf(mail), keep),
      isTrue,
      weight,
    }));
  return { exampleOf, invented, real };
}

function groupsOf({ spam, office }: Sources) {
  return {
    work: office.filter(({ isPrivate }) => isPrivate === false),
    personal: office.filter(({ isPrivate }) => isPrivate === true),
    // The corpus's ham is bulk mail, feeds and replies between people: not one category, but not every category either.
    bulk: spam.filter(({ set }) => set.startsWith("hard")),
    feeds: spam.filter(({ mail }) => mail.from.address.startsWith("rssfeeds")),
    answers: spam.filter(({ isSpam, mail }) => !isSpam && mail.isReply),
    advertising: spam.filter(({ isSpam }) => isSpam),
  };
}

function spamExamples({ made, spam, office, letters }: Sources): Labelled[] {
  const { invented, real } = labellers("spam", made);
  const bad = spam.filter(({ isSpam }) => isSpam);
  const good = spam.filter(({ isSpam }) => !isSpam);
  const plain = good.filter(({ set }) => !set.startsWith("hard"));
  // Solicited advertising is rare in the corpus and the most easily mistaken for spam.
  const wanted = good.filter(({ set }) => set.startsWith("hard"));
  return [
    ...invented(({ category }) => category === "Spam", 1),
    ...real(bad, true, 1),
    ...real(plain, false, 1),
    ...real(wanted, false, 6),
    ...real(bad, true, 0.5, isOfWords),
    ...real(plain, false, 0.5, isOfWords),
    ...real(wanted, false, 3, isOfWords),
    ...real(office, false, 8, isOfText),
    ...real(letters, false, 8, isOfText),
  ];
}

function arrangingExamples({ made, office, letters }: Sources): Labelled[] {
  const { exampleOf } = labellers("arranging", made);
  return [
    ...office.map(({ mail, isArranging }) => ({
      // The character n-grams of the subject reveal the correspondents rather than the arrangement.
      example: exampleOf(featuresOf(mail), ({ key }) => !key.startsWith("g:")),
      isTrue: isArranging,
      weight: 1,
    })),
    ...letters.map(({ mail, isArranging }) => ({
      example: exampleOf(featuresOf(mail), ({ key }) => !/^[adglnv]:/.test(key)),
      isTrue: isArranging,
      weight: 0.5,
    })),
  ];
}

/** Trains the weights of one head. */
export function trainHead(head: Head, sources: Sources): Weights {
  const examples = examplesOf(head, sources);
  if (head === "spam") return trainOnRatios(examples);
  if (head === "arranging") return trainOnRatios(examples, { smoothing: 3 });
  if (head === "private") return trainBoth(examples, { passes: 4, rate: 0.1 });
  return train(examples);
}

/** Returns the weights as integers from -127 to 127, and the value of one step. */
export function quantised({ bias, at }: Weights): { bias: number; scale: number; at: Int8Array } {
  const sizes = Float32Array.from(at, Math.abs).toSorted();
  // A few very large weights would leave too few steps for the rest.
  const top = sizes[Math.floor(places * 0.9998)] || 1;
  const scale = top / 127;
  return {
    bias,
    scale,
    at: Int8Array.from(at, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
  };
}

/** Returns a model with these heads only, for measuring; all other heads have zero weights. */
export function modelOf(weights: Partial<Record<Head, Weights>>, spamFrom = 0): LinearModel {
  const none = { bias: 0, at: new Float32Array(places) };
  const of = (head: Head) => quantised(weights[head] ?? none);
  return {
    version: "measured",
    spamFrom,
    weights: {
      human: of("human"),
      Work: of("Work"),
      Personal: of("Personal"),
      Finance: of("Finance"),
      Social: of("Social"),
      Promotions: of("Promotions"),
      Updates: of("Updates"),
      spam: of("spam"),
      arranging: of("arranging"),
      private: of("private"),
    },
  };
}
