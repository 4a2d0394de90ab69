import "@fontsource-variable/newsreader/wght.css";

/** Classes of a headline in the typeface of the landing page, which is loaded with the parts that have one. */
export const serif =
  "[font-family:'Newsreader_Variable',Georgia,serif] font-medium tracking-[-0.02em] text-balance";
