import { benchEngine } from "./ai-engine.ts";
import { benchLatency } from "./ai-latency.ts";
import { benchModelPath } from "./ai-model-path.ts";
import type { Figure } from "./figure.ts";
import type { Fill } from "./filled.ts";
import type { Engine } from "./product.ts";

/** Measures the AI functions: on one core, over HTTP in a large mailbox, in memory, and in requests to a model. */
export async function benchAi(options: {
  engine: Engine;
  fill: Fill;
  messages: number;
  print: (text: string) => void;
}): Promise<Figure[]> {
  return [
    ...(await benchEngine(options.print)),
    ...(await benchLatency(options)),
    ...(await benchModelPath(options.engine, options.print)),
  ];
}
