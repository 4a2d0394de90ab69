import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { modelUseQuery } from "#/api/admin-queries.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { FigureTable, Loaded, NoRows } from "#/features/administration/parts.tsx";
import { locale } from "#/lib/locale.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.models;
const monthName = new Intl.DateTimeFormat(locale, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Shows the use of models in a month, by user. */
export function ModelUsePanel() {
  const [month, setMonth] = useState("");
  const asked = useQuery(modelUseQuery(month));
  return (
    <SettingCard title={adminTexts.sections.models} hint={words.hint}>
      <Loaded asked={asked}>
        {({ month: shown, months, users }) => (
          <>
            <SettingRow label={words.month}>
              {(control) => (
                <Select
                  {...control}
                  className="w-56 max-w-full"
                  value={shown}
                  onChange={({ target }) => setMonth(target.value)}
                >
                  {months.map((one) => (
                    <option key={one} value={one}>
                      {monthName.format(new Date(`${one}-01T00:00:00Z`))}
                    </option>
                  ))}
                </Select>
              )}
            </SettingRow>
            {users.length === 0 ? (
              <NoRows>{words.none}</NoRows>
            ) : (
              <FigureTable
                caption={adminTexts.sections.models}
                columns={Object.values(words.columns)}
                rows={users.map((user) => ({
                  key: user.userId,
                  cells: [
                    <bdi key="who" className="wrap-anywhere">
                      {user.userEmail}
                    </bdi>,
                    words.count(user.calls),
                    words.tokens(user.inputTokens, user.outputTokens),
                    <Cost key="cost" usd={user.usd} unpriced={user.unpriced} />,
                  ],
                }))}
                foot={[
                  words.total,
                  words.count(sum(users, "calls")),
                  words.tokens(sum(users, "inputTokens"), sum(users, "outputTokens")),
                  words.usd(sum(users, "usd")),
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </SettingCard>
  );
}

function Cost({ usd, unpriced }: { usd: number; unpriced: number }) {
  return (
    <>
      {words.usd(usd)}
      {unpriced > 0 && (
        <span className="text-ink-3 @max-lg:ms-1 @lg:block">{words.unpriced(unpriced)}</span>
      )}
    </>
  );
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
