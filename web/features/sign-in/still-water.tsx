import { useEffect, useRef, useState } from "react";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { useMedia } from "#/lib/use-media.ts";
import { EntrySign } from "#/ui/entry-sign.tsx";

interface Glint {
  x: number;
  y: number;
  length: number;
  speed: number;
  phase: number;
  strength: number;
}

const glintCount = 70;
/** A small window shows fewer of them: each has this many square pixels. */
const areaPx = 9000;

/** Light on still water: short glints that drift on slow waves. Decoration only, and it can be stopped. */
export function StillWater(props: {
  /** True if something else is at the bottom end, where the button usually is. */
  isButtonAtStart?: boolean;
  /** True for a picture that does not move, without the button. */
  isStill?: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const wantsLessMotion = useMedia("(prefers-reduced-motion: reduce)");
  const [isPaused, setPaused] = useState(false);
  const isStill = wantsLessMotion || isPaused || props.isStill === true;

  useEffect(() => {
    if (!canvas.current) return;
    return paint(canvas.current, isStill);
  }, [isStill]);

  return (
    <>
      <canvas ref={canvas} aria-hidden="true" className="fixed inset-0 -z-10 size-full" />
      {!wantsLessMotion && !props.isStill && (
        <button
          type="button"
          aria-label={isPaused ? entryTexts.signIn.playWater : entryTexts.signIn.pauseWater}
          title={isPaused ? entryTexts.signIn.playWater : entryTexts.signIn.pauseWater}
          onClick={() => setPaused(!isPaused)}
          className={cn(
            props.isButtonAtStart ? "start-4" : "end-4",
            "fixed bottom-4 grid size-8 place-items-center rounded-control text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:size-11",
          )}
        >
          <EntrySign of={isPaused ? "play" : "pause"} size={14} />
        </button>
      )}
    </>
  );
}

/** Paints until the returned function is called; with `isStill` it paints once, and again after a resize. */
function paint(canvas: HTMLCanvasElement, isStill: boolean): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => undefined;
  const glints = Array.from({ length: glintCount }, (_, index) => newGlint(index));
  const dots = Math.min(window.devicePixelRatio || 1, 2);
  let frame = 0;

  const fit = () => {
    canvas.width = canvas.clientWidth * dots;
    canvas.height = canvas.clientHeight * dots;
    draw(context, glints, performance.now(), dots);
  };
  const step = (now: number) => {
    draw(context, glints, now, dots);
    frame = requestAnimationFrame(step);
  };
  const run = () => {
    cancelAnimationFrame(frame);
    if (!isStill && !document.hidden) frame = requestAnimationFrame(step);
  };

  const size = new ResizeObserver(fit);
  size.observe(canvas);
  const theme = new MutationObserver(fit);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  document.addEventListener("visibilitychange", run);
  fit();
  run();
  return () => {
    cancelAnimationFrame(frame);
    size.disconnect();
    theme.disconnect();
    document.removeEventListener("visibilitychange", run);
  };
}

// A fixed sequence instead of random numbers: the picture is the same at every visit, and any number of glints is spread evenly.
function newGlint(index: number): Glint {
  const part = (step: number) => ((index + 1) * step) % 1;
  const depth = part(0.569_84);
  return {
    x: part(0.754_878),
    y: depth,
    length: 14 + 70 * depth * part(0.618_034),
    speed: 0.004 + 0.012 * depth,
    phase: part(0.3247) * Math.PI * 2,
    strength: 0.1 + 0.4 * depth,
  };
}

function draw(context: CanvasRenderingContext2D, glints: Glint[], now: number, dots: number): void {
  const { width, height } = context.canvas;
  const seconds = now / 1000;
  context.clearRect(0, 0, width, height);
  context.strokeStyle = getComputedStyle(context.canvas).getPropertyValue("--accent");
  context.lineCap = "round";
  context.lineWidth = 1.5 * dots;
  const shown = (width * height) / (areaPx * dots ** 2);
  for (const glint of glints.slice(0, shown)) {
    const half = (glint.length * dots) / 2;
    const x = ((glint.x + seconds * glint.speed) % 1) * (width + 4 * half) - 2 * half;
    const swell = Math.sin(seconds * 0.5 + glint.phase + x / (260 * dots));
    // The horizon is in the upper third: waves in the foreground are further apart.
    const y = height * (0.3 + 0.7 * glint.y ** 1.4) + swell * 7 * dots;
    context.globalAlpha = glint.strength * (0.55 + 0.45 * swell);
    context.beginPath();
    context.moveTo(x - half, y);
    context.quadraticCurveTo(x, y - swell * 3 * dots, x + half, y);
    context.stroke();
  }
}
