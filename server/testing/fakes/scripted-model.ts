import type { ModelFailure, ModelPort, ModelQuestion, UserModel } from "#/ai/model/port.ts";

/** A model that returns the test's answer, or fails with the test's error. */
export class GivenModel implements ModelPort {
  answer: unknown = null;
  failure: ModelFailure | null = null;
  readonly asked: ModelQuestion<unknown>[] = [];

  readonly forUser = async (): Promise<UserModel | null> =>
    this.answer === null && this.failure === null
      ? null
      : {
          name: "tiny-1",
          host: "models.example",
          answer: async (question) => {
            this.asked.push(question);
            if (this.failure) throw this.failure;
            return question.shape.parse(this.answer);
          },
          async *stream() {
            yield* [];
          },
        };
}
