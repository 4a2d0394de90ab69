import type { ReactNode } from "react";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import {
  DarkMail,
  Ledger,
  NeedsReply,
  ProofOfSync,
  Rule,
  LabelReasons,
} from "#/features/landing/reason-pieces.tsx";
import { Section } from "#/features/landing/section.tsx";

const texts = landingTexts.reasons;

/** Six more reasons, each with the part of the interface that shows it. */
export function Reasons() {
  return (
    <Section id="reasons" headline={texts.headline} text={texts.text}>
      <ul className="mt-10 grid grid-cols-1 gap-x-6 gap-y-10 sm:mt-12 md:grid-cols-2 lg:grid-cols-3 lg:gap-y-12">
        <Reason {...texts.reply} piece={<NeedsReply />} />
        <Reason {...texts.rules} piece={<Rule />} />
        <Reason {...texts.sorting} piece={<LabelReasons />} />
        <Reason {...texts.ledger} piece={<Ledger />} />
        <Reason {...texts.sync} piece={<ProofOfSync />} />
        <Reason {...texts.dark} piece={<DarkMail />} />
      </ul>
    </Section>
  );
}

function Reason({ title, text, piece }: { title: string; text: string; piece: ReactNode }) {
  return (
    <li className="min-w-0">
      <div
        aria-hidden="true"
        className="flex h-44 flex-col justify-center overflow-hidden rounded-card border border-line bg-surface text-label select-none"
      >
        {piece}
      </div>
      <h3 className="mt-4 text-ui font-semibold">{title}</h3>
      <p className="mt-0.5 max-w-[26rem] text-control text-ink-3">{text}</p>
    </li>
  );
}
