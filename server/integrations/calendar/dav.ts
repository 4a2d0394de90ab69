import {
  createAccount,
  createCalendarObject,
  deleteCalendarObject,
  fetchCalendarObjects,
  fetchCalendars,
  updateCalendarObject,
} from "tsdav";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { type DavLogin, davWay, isDone, nameOfCollection } from "#/integrations/core/dav.ts";

/** An entry of a calendar, with the etag that detects changes. */
export interface Entry {
  url: string;
  etag: string;
  ics: string;
}

const entriesMax = 200;

/** Opens one calendar server for the user. Any error other than DavRefusal means that it was not reached. */
export function openDav(
  core: Pick<IntegrationContext, "egress" | "clock">,
  login: DavLogin,
  limits: { timeoutMs?: number } = {},
) {
  const way = davWay(core, login, limits);

  return {
    /** Returns the calendars for events, with their names. */
    async calendars(serverUrl: string): Promise<{ url: string; name: string }[]> {
      const account = await createAccount({
        account: { serverUrl, accountType: "caldav" },
        ...way,
      });
      const calendars = await fetchCalendars({ account, ...way });
      return calendars
        .filter(({ components = [] }) => components.length === 0 || components.includes("VEVENT"))
        .map(({ url, displayName }) => ({ url, name: nameOfCollection(displayName, url) }));
    },

    /** Returns entries that may belong to this event. Servers match parts of the id. */
    find: (calendarUrl: string, uid: string): Promise<Entry[]> =>
      entries(calendarUrl, {
        filters: [
          {
            "comp-filter": {
              _attributes: { name: "VCALENDAR" },
              "comp-filter": {
                _attributes: { name: "VEVENT" },
                "prop-filter": {
                  _attributes: { name: "UID" },
                  "text-match": { _attributes: { collation: "i;octet" }, _text: uid },
                },
              },
            },
          },
        ],
      }),

    within: (calendarUrl: string, span: { from: number; to: number }): Promise<Entry[]> =>
      entries(calendarUrl, {
        timeRange: {
          start: new Date(span.from).toISOString(),
          end: new Date(span.to).toISOString(),
        },
      }),

    /** Creates an entry; returns false if it already exists. */
    async create(calendarUrl: string, filename: string, ics: string): Promise<boolean> {
      // tsdav adds `If-None-Match: *`.
      const calendar = { url: calendarUrl };
      return isDone(await createCalendarObject({ calendar, filename, iCalString: ics, ...way }));
    },

    /** Replaces an entry; false if it was changed in between. */
    async update({ url, etag }: Entry, ics: string): Promise<boolean> {
      const calendarObject = { url, etag, data: ics };
      return isDone(await updateCalendarObject({ calendarObject, ...way }));
    },

    /** Returns true if the server notifies the guests of an event itself once it is changed there (RFC 6638, 2). */
    async notifiesGuests(calendarUrl: string): Promise<boolean> {
      const answer = await way.fetch(calendarUrl, { method: "OPTIONS", headers: way.headers });
      return /calendar-auto-schedule/i.test(answer.headers.get("dav") ?? "");
    },

    /** Deletes an entry; false if it was changed in between. */
    async remove({ url, etag }: Entry): Promise<boolean> {
      const answer = await deleteCalendarObject({ calendarObject: { url, etag }, ...way });
      return answer.status === 404 || isDone(answer);
    },
  };

  async function entries(
    url: string,
    which: Pick<Parameters<typeof fetchCalendarObjects>[0], "filters" | "timeRange">,
  ): Promise<Entry[]> {
    const found = await fetchCalendarObjects({
      calendar: { url },
      ...which,
      // Reads everything with one request instead of two, and accepts any name of an entry.
      useMultiGet: false,
      urlFilter: () => true,
      ...way,
    });
    return found.slice(0, entriesMax).flatMap(({ url: at, etag = "", data }) => {
      const ics: unknown = data;
      return typeof ics === "string" && ics !== "" ? [{ url: at, etag, ics }] : [];
    });
  }
}
