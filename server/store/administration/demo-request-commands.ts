import type { Command } from "#/store/commands/command.ts";

export interface DemoRequest {
  id: string;
  name: string;
  email: string;
  startsAt: number;
  zone: string;
  note: string;
}

/** Stores a visitor's request for a demo. */
export const addDemoRequest: Command<DemoRequest, void> = {
  durable: true,
  async run({ db, now }, { startsAt, ...request }) {
    await db
      .insertInto("demo_requests")
      .values({ ...request, starts_at: startsAt, created_at: now })
      .execute();
  },
};
