/** Announces its text to assistive technology when it changes; invisible. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <output aria-live="polite" className="sr-only">
      {children}
    </output>
  );
}
