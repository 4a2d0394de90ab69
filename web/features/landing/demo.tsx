import { limits } from "@inlet/contract/limits.ts";
import { useEffect, useState } from "react";
import { type DemoSample, demoSamples } from "#/features/landing/demo-samples.ts";
import { CheckSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { Section } from "#/features/landing/section.tsx";
import { cn } from "#/lib/class-names.ts";
import { Turning } from "#/ui/button.tsx";

const texts = landingTexts.demo;
const lastStep = texts.steps.length - 1;

/** A run of the analysis; pressing a message begins a new run, even for the same message. */
interface Run {
  sample: DemoSample;
  step: number;
}

/** Sample messages with their simulated analysis: four steps, then the summary. */
export function Demo() {
  // The first one is open: its summary can be read without a press.
  const [run, setRun] = useState<Run>({ sample: demoSamples[0], step: lastStep + 1 });
  useEffect(() => {
    if (run.step > lastStep) return;
    const timer = setTimeout(() => setRun({ ...run, step: run.step + 1 }), limits.demoStepMs);
    return () => clearTimeout(timer);
  }, [run]);

  return (
    <Section id="demo" headline={texts.headline} text={texts.text}>
      <div className="mt-10 grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
        <ul aria-label={texts.samples} className="border-t border-line">
          {demoSamples.map((sample) => (
            <li key={sample.subject} className="border-b border-line">
              <button
                type="button"
                aria-pressed={run.sample === sample}
                onClick={() => setRun({ sample, step: 0 })}
                className="relative flex w-full flex-col gap-0.5 px-4 py-4 text-start transition-colors before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-transparent hover:bg-hover aria-pressed:bg-selected aria-pressed:before:bg-accent"
              >
                <span className="flex items-baseline justify-between gap-3 text-control text-ink-3">
                  {sample.from}
                  <Priority sample={sample} />
                </span>
                <span className="text-ui font-semibold">{sample.subject}</span>
                <span className="w-full truncate text-control text-ink-3">{sample.preview}</span>
              </button>
            </li>
          ))}
        </ul>
        <div
          aria-live="polite"
          className="flex min-h-72 flex-col rounded-card border border-line bg-surface p-6 sm:p-8"
        >
          <Analysis run={run} />
        </div>
      </div>
    </Section>
  );
}

function Analysis({ run: { sample, step } }: { run: Run }) {
  const shown = Math.min(step, lastStep);
  return (
    <>
      <ol className="flex flex-col gap-2">
        {texts.steps.slice(0, shown + 1).map((text, place) => (
          <li
            key={text}
            className={cn(
              "flex items-center gap-2.5 text-control transition-opacity duration-200 starting:opacity-0",
              place === shown ? "text-ink" : "text-ink-3",
            )}
          >
            <span className="text-accent-ink">
              {place === shown && step < lastStep ? <Turning /> : <CheckSign />}
            </span>
            {text}
          </li>
        ))}
      </ol>
      {step > lastStep && (
        <div className="mt-6 border-t border-line pt-6 transition-[opacity,translate] duration-[280ms] starting:translate-y-2 starting:opacity-0">
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="text-label font-semibold text-accent-ink">{texts.summary}</h3>
            <Priority sample={sample} />
          </div>
          <p className="serif mt-2 text-title">{sample.summary}</p>
          <p className="mt-4 text-control text-ink-2">
            <span className="font-semibold text-ink">{texts.next}:</span> {sample.next}
          </p>
        </div>
      )}
    </>
  );
}

function Priority({ sample: { category, priority, isHigh } }: { sample: DemoSample }) {
  return (
    <span className="shrink-0 text-label">
      {category} ·{" "}
      <span className={isHigh ? "font-semibold text-coral" : "text-ink-3"}>
        {texts.priority(priority)}
      </span>
    </span>
  );
}
