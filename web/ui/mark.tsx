/** The product's logo: two lines of still water. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M6 12.5c3.3 0 3.3 2.6 6.7 2.6s3.3-2.6 6.6-2.6 3.4 2.6 6.7 2.6M6 19.5c3.3 0 3.3 2.6 6.7 2.6s3.3-2.6 6.6-2.6 3.4 2.6 6.7 2.6"
        className="stroke-on-accent"
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
