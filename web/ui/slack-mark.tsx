/** A hash of four strokes, like Slack's logo, in the colors of the surroundings. */
export function SlackMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={18}
      height={18}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M9.5 3.5v11M14.5 9.5v11M3.5 14.5h11M9.5 9.5h11M14.5 3.5v2.5M9.5 18v2.5M3.5 9.5H6M18 14.5h2.5" />
    </svg>
  );
}
