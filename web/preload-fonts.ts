import type { Plugin } from "vite";

/**
 * Preloads the fonts of the first screen, named by the beginning of their files, together with the style sheet. The first paint
 * already has them.
 */
export function preloadFonts(...faces: string[]): Plugin {
  return {
    name: "inlet-preload-fonts",
    transformIndexHtml(_html, { bundle }) {
      const fonts = Object.keys(bundle ?? {}).filter((name) =>
        faces.some((face) => name.includes(face)),
      );
      return fonts.map((font) => ({
        tag: "link",
        attrs: {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${font}`,
          crossorigin: "",
        },
        injectTo: "head",
      }));
    },
  };
}
