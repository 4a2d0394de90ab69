import { adminPage } from "@inlet/contract/admin/admin-page.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminUsersQuery } from "#/api/admin-queries.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Loaded, NoRows, Pager, Rows } from "#/features/administration/parts.tsx";
import { UserRow } from "#/features/administration/user-row.tsx";
import { useDebounced } from "#/lib/use-debounced.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.users;
const debounceMs = 150;

/** All users of this server. */
export function UsersPanel() {
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(0);
  const query = useDebounced(typed.trim(), debounceMs);
  const asked = useQuery(adminUsersQuery({ query, page }));
  return (
    <SettingCard title={adminTexts.sections.users} hint={words.hint}>
      <Field label={words.search} isLabelHidden className="px-4 py-3">
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={words.search}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setPage(0);
            }}
          />
        )}
      </Field>
      <Loaded asked={asked}>
        {({ users, total }) =>
          users.length === 0 ? (
            <NoRows>{words.none}</NoRows>
          ) : (
            <>
              <Rows label={words.list}>
                {users.map((user) => (
                  <UserRow key={user.id} user={user} />
                ))}
              </Rows>
              <Pager page={page} perPage={adminPage} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </SettingCard>
  );
}
