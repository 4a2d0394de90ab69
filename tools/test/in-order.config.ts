/** vitest's configuration, with the files in the order of INLET_TEST_ORDER: one path per line, relative to the root. */
import { mergeConfig, type UserWorkspaceConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// The root is not a TypeScript project. Safe: vitest itself reads this file.
const { default: config } = (await import(
  new URL("../../vitest.config.ts", import.meta.url).href
)) as { default: UserWorkspaceConfig };
const order = (process.env["INLET_TEST_ORDER"] ?? "").split("\n").filter(Boolean);

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = order.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? order.length : place;
    };
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default mergeConfig(config, { test: { sequence: { sequencer: InOrder } } });
