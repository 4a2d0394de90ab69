import type { ReactNode } from "react";

/** The page's few icons, drawn here: an icon library would be larger than all of them. */
function Sign({ size = 18, children }: { size?: number | undefined; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      {children}
    </svg>
  );
}

/**
 * A sun in the dark theme, a moon in the light one. The style sheet selects it, which makes the page correct before its scripts
 * run.
 */
export function SunOrMoon() {
  return (
    <Sign>
      <g className="hidden dark:block">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
      </g>
      <path className="dark:hidden" d="M20.5 14.2A8.5 8.5 0 1 1 9.8 3.5a6.8 6.8 0 0 0 10.7 10.7Z" />
    </Sign>
  );
}

/** A house: the mail stays at home. */
export function HouseSign() {
  return (
    <Sign>
      <path d="M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-5.5h4V20" />
    </Sign>
  );
}

export function MenuLines() {
  return (
    <Sign size={20}>
      <path d="M4 8h16M4 16h16" />
    </Sign>
  );
}

export function Cross() {
  return (
    <Sign>
      <path d="M6 6l12 12M18 6 6 18" />
    </Sign>
  );
}

export function PauseOrPlay({ isPaused }: { isPaused: boolean }) {
  return (
    <Sign size={14}>
      <path d={isPaused ? "M7 4.5v15l12-7.5Z" : "M8 5v14M16 5v14"} />
    </Sign>
  );
}

export function StarSign() {
  return (
    <Sign size={13}>
      <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9 1.1-6.2L3 9.6l6.2-.9Z" />
    </Sign>
  );
}

export function CheckSign() {
  return (
    <Sign size={16}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Sign>
  );
}

/** GitHub's logo. */
export function GitHubMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M8 0a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.49c-2.23.49-2.7-.95-2.7-.95-.36-.92-.89-1.17-.89-1.17-.73-.5.05-.49.05-.49.81.06 1.23.83 1.23.83.72 1.23 1.88.87 2.34.67.07-.52.28-.87.5-1.07-1.77-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82a7.6 7.6 0 0 1 4 0c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48v2.19c0 .21.15.46.55.38A8 8 0 0 0 8 0Z" />
    </svg>
  );
}
