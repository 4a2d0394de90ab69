import path from "node:path";

const web = path.resolve(import.meta.dirname, "../../../web");
const rawHtml = path.join(import.meta.dirname, "raw-html.ts");

/** Builds the mail frame as the product does; with WITHOUT=sanitizer the HTML is inserted as received. */
const config: object = {
  root: web,
  publicDir: false,
  logLevel: "error",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [
    {
      name: "without-sanitizer",
      enforce: "pre",
      resolveId: (name: string) =>
        process.env["WITHOUT"] === "sanitizer" && name.endsWith("/show-html.ts") ? rawHtml : null,
    },
  ],
  build: {
    outDir: process.env["OUT_DIR"],
    emptyOutDir: true,
    target: "es2023",
    lib: {
      entry: path.join(web, "frame/frame.ts"),
      formats: ["iife"],
      name: "inlet",
      fileName: () => "mail-frame.js",
    },
  },
};

export default config;
