import { cpuSeconds } from "./process-figures.ts";
import { type Product, until } from "./product.ts";

/** Maximum time for background work to finish before the measuring begins. */
const settledWithinMs = 45 * 60_000;

/**
 * Waits until the product is idle: existing messages are classified and summarized in the background, with the lowest priority.
 * Idle means that it uses less than `restShare` of a core.
 */
export async function untilSettled({ app }: Product, restShare = 0.05): Promise<void> {
  let quietRounds = 0;
  await until("The product rests", settledWithinMs, async () => {
    const before = await cpuSeconds(app.pid);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const share = ((await cpuSeconds(app.pid)) - before) / 2;
    quietRounds = share < restShare ? quietRounds + 1 : 0;
    return quietRounds >= 3;
  });
}
