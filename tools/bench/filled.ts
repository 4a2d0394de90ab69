import { type BenchMailbox, startBenchMailbox } from "./bench-mailbox.ts";
import { type Engine, fillProduct, type Product, startProduct } from "./product.ts";

/** A filled mailbox, in a product that has finished its background work on it. */
interface Filled {
  mailbox: BenchMailbox;
  product: Product;
}

/** Fills a product with this number of messages. */
export type Fill = (messages: number) => Promise<Filled>;

/**
 * Shares filled mailboxes between benches that only read: classifying 100,000 messages in the background takes half an hour.
 */
export function createFill(engine: Engine): AsyncDisposable & { fill: Fill } {
  const stack = new AsyncDisposableStack();
  const filled = new Map<number, Promise<Filled>>();
  const start = async (messages: number) => {
    const mailbox = stack.use(await startBenchMailbox(messages));
    const product = stack.use(await startProduct(engine));
    await fillProduct(product, mailbox);
    return { mailbox, product };
  };
  return {
    fill(messages) {
      const here = filled.get(messages) ?? start(messages);
      filled.set(messages, here);
      return here;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
