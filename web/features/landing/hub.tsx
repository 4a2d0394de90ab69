import { limits } from "@inlet/contract/limits.ts";
import { useEffect, useRef, useState } from "react";
import { PauseOrPlay } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { cn } from "#/lib/class-names.ts";
import { useMedia } from "#/lib/use-media.ts";

const texts = landingTexts.features.hub;

/** The messages of the merged list, in their final order. */
const messages = [
  { from: 1, hue: 255, label: texts.kinds[0], isUrgent: true },
  { from: 0, hue: 85, label: texts.kinds[1], isUrgent: false },
  { from: 2, hue: 155, label: texts.kinds[2], isUrgent: false },
  { from: 0, hue: 210, label: texts.kinds[3], isUrgent: false },
];
/** Order in which the messages arrive. */
const arrival = [2, 0, 3, 1];

/**
 * Three mailboxes that become one list, in four phases. The animation can be paused, and does not run for users who prefer
 * reduced motion.
 */
export function Hub() {
  const { phase, isPaused, togglePause, place } = usePhases();
  return (
    <div ref={place} className="flex h-full flex-col">
      <div
        aria-hidden="true"
        className="grid flex-1 grid-cols-[5.5rem_minmax(1.5rem,1fr)_minmax(0,9rem)] items-center sm:grid-cols-[7rem_minmax(0,1fr)_15rem]"
      >
        <ul className="flex flex-col gap-5">
          {marketing.mailServices.map((name, service) => (
            <li
              key={name}
              className="flex items-center justify-between rounded-control border border-line bg-surface px-3 py-2.5 text-label font-medium"
            >
              {name}
              <span className="flex gap-0.5">
                {messages.map(
                  ({ from, hue }) =>
                    from === service && (
                      <span
                        key={hue}
                        style={{ "--hue": hue }}
                        className={cn(
                          "hue-dot size-1.5 rounded-full transition-opacity duration-500",
                          phase > 0 && "opacity-20",
                        )}
                      />
                    ),
                )}
              </span>
            </li>
          ))}
        </ul>
        <Streams isFlowing={phase === 1} />
        <ol className="relative h-44 rounded-menu border border-line bg-surface">
          {messages.map(({ hue, label, isUrgent }, rank) => {
            const row = phase < 3 ? (arrival[rank] ?? rank) : rank;
            return (
              <li
                key={hue}
                style={{ translate: `0 ${row * 2.75}rem`, "--hue": hue }}
                className={cn(
                  "absolute inset-x-0 flex h-11 items-center gap-2 px-3 transition-[translate,opacity] duration-500",
                  phase === 0 && "opacity-0",
                )}
              >
                <span className="hue-dot size-2 shrink-0 rounded-full" />
                <span className="h-1.5 flex-1 rounded-full bg-sunken" />
                <span
                  className={cn(
                    "chip rounded-full px-2 text-meta font-medium transition-opacity duration-500",
                    phase < 2 && "opacity-0",
                  )}
                >
                  {label}
                </span>
                <span
                  className={cn(
                    "size-1.5 rounded-full transition-opacity duration-500",
                    isUrgent && "bg-coral",
                    phase < 2 && "opacity-0",
                  )}
                />
              </li>
            );
          })}
        </ol>
      </div>
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-3">
        <p className="text-control text-ink-2">{texts.phases[phase]}</p>
        <div className="flex items-center gap-2">
          <span aria-hidden="true" className="flex gap-1">
            {texts.phases.map((name, step) => (
              <span
                key={name}
                className={cn("h-1 w-4 rounded-full", step === phase ? "bg-accent" : "bg-line")}
              />
            ))}
          </span>
          <button
            type="button"
            aria-label={isPaused ? texts.play : texts.pause}
            title={isPaused ? texts.play : texts.pause}
            onClick={togglePause}
            className="grid size-7 place-items-center rounded-control text-ink-3 transition-colors hover:bg-hover hover:text-ink motion-reduce:hidden coarse:size-11"
          >
            <PauseOrPlay isPaused={isPaused} />
          </button>
        </div>
      </div>
    </div>
  );
}

/** Three lines of water that join. */
function Streams({ isFlowing }: { isFlowing: boolean }) {
  return (
    <svg viewBox="0 0 100 150" preserveAspectRatio="none" className="h-40 w-full">
      {[18, 75, 132].map((y) => (
        <path
          key={y}
          d={`M0 ${y} C 55 ${y} 45 75 100 75`}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeWidth="2"
          className={cn(
            "transition-[stroke] duration-500",
            isFlowing ? "stroke-accent" : "stroke-line",
          )}
        />
      ))}
    </svg>
  );
}

/** Counts the phases while the hub is visible and animations are allowed. */
function usePhases() {
  const place = useRef<HTMLDivElement>(null);
  const wantsLessMotion = useMedia("(prefers-reduced-motion: reduce)");
  // The last phase shows the most: the page begins with it, and shows it without motion.
  const [phase, setPhase] = useState(3);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const hub = place.current;
    if (isPaused || wantsLessMotion || !hub) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const eye = new IntersectionObserver(([entry]) => {
      clearInterval(timer);
      if (!entry?.isIntersecting) return;
      timer = setInterval(
        () => setPhase((now) => (now + 1) % texts.phases.length),
        limits.hubPhaseMs,
      );
    });
    eye.observe(hub);
    return () => {
      eye.disconnect();
      clearInterval(timer);
    };
  }, [isPaused, wantsLessMotion]);
  return { phase, isPaused, togglePause: () => setPaused(!isPaused), place };
}
