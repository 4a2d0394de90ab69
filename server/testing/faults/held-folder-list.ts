import type { Execute } from "#/store/commands/command-bus.ts";

/** Keeps the first list of folders from being stored until it is released, as on a slow server. */
export function holdFolderList() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    prepare: ({ execute }: { execute: Execute }): { execute: Execute } => ({
      async execute(name, input) {
        if (name === "folders.save") await promise;
        return execute(name, input);
      },
    }),
    release: resolve,
  };
}
