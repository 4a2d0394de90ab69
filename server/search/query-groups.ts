import { noWord, type ParsedQuery, type Part } from "./query-parts.ts";

/** Maximum distance of AROUND, in words. */
const widest = 50;
/**
 * Maximum words per side: each word of one side is searched near each of the other, so phrases of hundreds would take minutes.
 */
const wordsNear = 8;

const deepest = 20;

/** A group whose bracket is still open. */
interface Group {
  /** Chains of parts joined by OR; several chains are joined by AND. */
  chains: Part[][];
  isEither: boolean;
  isNegated: boolean;
  /** Operator before the bracket, which applies to words inside without one. */
  operator: string;
  hasJoint: boolean;
  isExclusion: boolean;
  /** True if the last piece typed was dropped as empty. */
  isBehindNothing: boolean;
  /** Maximum number of words between the previous part and the next. */
  near?: number | undefined;
}

/** The brackets of a query, as they are read. */
interface Groups {
  /** Returns the group that is being read: the innermost open one. */
  innermost: () => Group;
  open: (group: Pick<Group, "isEither" | "isNegated" | "operator">) => void;
  close: () => void;
  add: (part: Part) => void;
  /** An empty part that was intended, or is joined to something, must not be ignored: more mail would be found without it. */
  addNothing: (isMeant: boolean, isBegun: boolean) => void;
  /** Reports whether the next part is joined to everything else by AND. */
  isSideBySide: () => boolean;
  /** Closes all groups and returns the parts of the query. */
  end: () => Part[];
}

/** Reads parts into groups, and reports in the query what is incomplete or makes no sense. */
export function createGroups(query: ParsedQuery): Groups {
  const outer: Group[] = [];
  let group = groupOf(false, false, "");

  const add = (part: Part): void => {
    group.isBehindNothing = false;
    if (group.near !== undefined) {
      addNear(query, group, part);
      return;
    }
    const whole: Part = group.isExclusion ? { kind: "without", part } : part;
    const chain = group.chains.at(-1);
    if (group.hasJoint && chain) chain.push(whole);
    else group.chains.push([whole]);
    group.hasJoint = false;
    group.isExclusion = false;
  };
  const addNothing = (isMeant: boolean, isBegun: boolean): void => {
    query.isWhole = false;
    const isJoined = group.hasJoint || group.isExclusion || group.near !== undefined;
    // The user is still typing: the operand may follow.
    if (isMeant || isJoined) query[isBegun ? "leftOut" : "problem"] ??= noWord;
    group.hasJoint = false;
    group.isExclusion = false;
    group.near = undefined;
    group.isBehindNothing = true;
  };
  const close = (isTyped: boolean): void => {
    const around = outer.pop();
    if (!around) return;
    const closed = group;
    group = around;
    recordEnd(query, closed);
    const part = partOf(closed);
    if (part) add(closed.isNegated ? { kind: "without", part } : part);
    else addNothing(closed.isNegated || closed.operator !== "", !isTyped);
  };

  return {
    innermost: () => group,
    open({ isEither, isNegated, operator }) {
      if (outer.length >= deepest) {
        query.problem ??= noWord;
        return;
      }
      outer.push(group);
      group = groupOf(isEither, isNegated, operator);
    },
    close: () => close(true),
    add,
    addNothing,
    isSideBySide: () =>
      outer.length === 0 && !group.hasJoint && !group.isExclusion && group.near === undefined,
    end() {
      while (outer.length > 0) close(false);
      recordEnd(query, group);
      return group.chains.map(chainOf);
    },
  };
}

/** Reports whether a joint would apply to the part before one that was dropped as empty. */
export function isAfterGap({ isBehindNothing, chains }: Group): boolean {
  return isBehindNothing && chains.length > 0;
}

/** Reports an AROUND, OR or NOT without an operand. */
function recordEnd(query: ParsedQuery, { near, hasJoint, isExclusion }: Group): void {
  if (near !== undefined) query.problem ??= noWord;
  if (!hasJoint && !isExclusion) return;
  query.isWhole = false;
  query.leftOut ??= noWord;
}

/** Adds words that must occur near the previous words in the same column. */
function addNear(query: ParsedQuery, group: Group, part: Part): void {
  const within = group.near ?? 0;
  const isJoined = group.hasJoint || group.isExclusion;
  group.near = undefined;
  const chain = group.chains.at(-1);
  const first = chain?.at(-1);
  const areWords =
    first?.kind === "words" &&
    part.kind === "words" &&
    first.term.near === undefined &&
    first.term.column === part.term.column;
  const isShort = areWords && [first, part].every(({ term }) => term.words.length <= wordsNear);
  if (!chain || !areWords || !isShort || isJoined || within > widest) {
    query.problem ??= noWord;
    return;
  }
  const { words, isPrefix } = part.term;
  chain[chain.length - 1] = {
    kind: "words",
    term: { ...first.term, isPrefix, near: { words, within } },
  };
}

function groupOf(isEither: boolean, isNegated: boolean, operator: string): Group {
  const flags = { hasJoint: false, isExclusion: false, isBehindNothing: false };
  return { chains: [], isEither, isNegated, operator, ...flags };
}

function chainOf(parts: Part[]): Part {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: "either", parts };
}

function partOf({ chains, isEither }: Group): Part | undefined {
  const parts = chains.map(chainOf);
  if (parts.length < 2) return parts[0];
  return { kind: isEither ? "either" : "all", parts };
}
