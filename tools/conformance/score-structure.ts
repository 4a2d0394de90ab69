import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Corpus, filesOf, readJson } from "./corpus.ts";
import type { TypeTree } from "./ingest.ts";
import { normalHeader, normalAddress, normalText, type Score, tally } from "./score.ts";

interface MimeNode {
  leaf?: { kind: string; file: string; sha256: string };
  multipart?: { parts: MimeNode[] };
  message?: MimeNode;
}

/** mime4j: the number of leaves, and the decoded content of each. */
export async function scoreMime4j(corpus: Corpus): Promise<Score[]> {
  const counts = tally(corpus.name, "leaf count", 0.9);
  const contents = tally(corpus.name, "leaf bytes", 0.85);
  for (const file of filesOf(corpus.dir, /\.msg$/)) {
    const read = await corpus.ingest(file, readFileSync(path.join(corpus.dir, file)));
    const expected = leavesUnder(readJson(corpus.dir, file.replace(/msg$/, "norm.json")));
    const got = read?.innerLeaves ?? [];
    counts.count(
      got.length === expected.length,
      () => `${file}: expected ${expected.length} leaves, got ${got.length}`,
    );
    for (const [at, leaf] of expected.entries()) {
      const mine = got[at];
      const wantText = () =>
        normalText(readFileSync(path.join(corpus.dir, path.dirname(file), leaf.file), "utf8"));
      const isRight =
        mine !== undefined &&
        (mine.sha256 === leaf.sha256 ||
          (mine.text !== null && normalText(mine.text) === wantText()));
      contents.count(isRight, () => `${file}: leaf ${at + 1} (${leaf.file}) differs`);
    }
  }
  return [counts.score, contents.score, corpus.survived.score];
}

function leavesUnder(node: MimeNode): { file: string; sha256: string }[] {
  if (node.leaf) return [node.leaf];
  return [...(node.multipart?.parts ?? []), ...(node.message ? [node.message] : [])].flatMap(
    leavesUnder,
  );
}

interface KitPart {
  mimeType: string;
  children?: KitPart[];
  message?: { body: KitPart };
}

/** Scores mimekit's corpus: the tree of types, odd messages, TNEF and hostile HTML. */
export async function scoreMimekit(corpus: Corpus): Promise<Score[]> {
  const trees = tally(corpus.name, "type tree", 0.93);
  for (const file of filesOf(path.join(corpus.dir, "mbox"), /\.eml$/)) {
    const read = await corpus.ingest(file, readFileSync(path.join(corpus.dir, "mbox", file)));
    const expected = readJson<{ body: KitPart }>(
      corpus.dir,
      "mbox",
      file.replace(/eml$/, "structure.json"),
    );
    const want = kitTree(expected.body);
    trees.count(
      isDeepStrictEqual(want, read?.tree),
      () => `${file}: expected ${JSON.stringify(want)}, got ${JSON.stringify(read?.tree)}`,
    );
  }
  const carried = tally(corpus.name, "TNEF and HTML carried unharmed", 1);
  for (const [folder, type] of [
    ["tnef", "application/ms-tnef"],
    ["html", "text/html"],
  ] as const) {
    const matches = folder === "tnef" ? /\.tnef$/ : /(?<!\.out)\.html$/;
    for (const file of filesOf(path.join(corpus.dir, folder), matches)) {
      const content = readFileSync(path.join(corpus.dir, folder, file));
      const head = `From: a@example.com\nSubject: x\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n`;
      const body = content.toString("base64").replace(/.{76}/g, "$&\n");
      const started = performance.now();
      const read = await corpus.ingest(file, Buffer.from(head + body));
      const ms = performance.now() - started;
      carried.count(
        read?.leaves[0]?.bytes === content.length && ms < 1000,
        () =>
          `${file}: ${read?.leaves[0]?.bytes ?? "no"} of ${content.length} bytes in ${Math.round(ms)} ms`,
      );
    }
  }
  const opinions = await scoreOpinions(corpus, ["messages", "partial", "dkim"]);
  return [trees.score, carried.score, ...opinions];
}

function kitTree(part: KitPart): TypeTree {
  const inner = part.message ? [part.message.body] : (part.children ?? []);
  return { type: part.mimeType.toLowerCase(), children: inner.map(kitTree) };
}

interface Oracle {
  subject: string | null;
  from: { name: string; address: string }[];
  /** All entities with their paths, including containers and the parts of delivery reports. */
  parts: { type: string; path: string }[];
}

/** Scores corpora with the result of another parser: agreement on subject, from and number of leaves. */
export async function scoreOpinions(corpus: Corpus, folders: readonly string[]): Promise<Score[]> {
  const into = tally(corpus.name, "agreement on subject, from, leaf count", 0.9);
  for (const file of filesOf(corpus.dir, /\.oracle\.json$/)) {
    if (folders.length > 0 && !folders.some((folder) => file.startsWith(`${folder}/`))) continue;
    const message = file.replace(/\.oracle\.json$/, "");
    const read = await corpus.ingest(message, readFileSync(path.join(corpus.dir, message)));
    const oracle = readJson<Oracle>(corpus.dir, file);
    const compare = (what: string, want: string, got: string | undefined) =>
      into.count(
        want === got,
        () => `${message}: ${what}: expected ${want}, got ${got ?? "nothing"}`,
      );
    compare("subject", normalHeader(oracle.subject), normalHeader(read?.message.subject));
    compare("from", addresses(oracle.from), read && addresses(read.message.from));
    compare("leaves", String(leafCount(oracle)), read && String(read.innerLeaves.length));
  }
  return [into.score, corpus.survived.score];
}

function leafCount({ parts }: Oracle): number {
  const reports = parts.filter(({ type }) => type === "message/delivery-status");
  const isBlock = (path_: string) => reports.some((report) => path_.startsWith(`${report.path}.`));
  // The second reader also opens message/partial and message/external-body: they contain a leaf and do not count as one.
  const isContainer = (path_: string) =>
    parts.some(({ path: inner }) => inner !== path_ && inner.startsWith(path_ && `${path_}.`));
  return parts.filter(
    ({ type, path: path_ }) =>
      !type.startsWith("multipart/") &&
      type !== "message/rfc822" &&
      !isBlock(path_) &&
      (type === "message/delivery-status" || !isContainer(path_)),
  ).length;
}

function addresses(list: readonly { address: string }[]): string {
  return list.map(({ address }) => normalAddress(address)).join(", ");
}
