import { useEffect, useState } from "react";
import { call } from "#/api/client.ts";
import { GitHubMark, StarSign } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { starCount, starsWhenUnknown } from "#/features/landing/star-count.ts";

/** Link to the product's repository, with its number of stars. */
export function StarLink() {
  const [repository, setRepository] = useState("");
  const [stars, setStars] = useState(starsWhenUnknown);
  useEffect(() => {
    const asking = new AbortController();
    call("GET /meta/stars", {}, { isAnonymous: true, signal: asking.signal })
      .then((found) => {
        setRepository(found.repository);
        // The server logs why it is unknown.
        if (found.stars !== null) setStars(starCount(found.stars));
      })
      // The page works without it.
      .catch(() => undefined);
    return () => asking.abort();
  }, []);
  return (
    <a
      href={`https://github.com/${repository}`}
      rel="noreferrer"
      aria-label={`${landingTexts.header.gitHub}, ${stars} ${landingTexts.header.stars}`}
      className="inline-flex h-9 shrink-0 items-center gap-2 rounded-control px-2 text-control font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
    >
      <GitHubMark />
      <span className="flex items-center gap-1 tabular">
        <StarSign />
        {stars}
      </span>
    </a>
  );
}
