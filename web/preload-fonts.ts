import type { Plugin } from "vite";

/**
 * The faces of the page's first screen, named by the beginning of their files, are asked for together with the style
 * sheet, so that the first paint already has them.
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
