import { useAccounts } from "#/state/active-account.ts";
import { commandGroups } from "#/state/command-groups.ts";

/** The commands in their groups; of accounts only as many as there are. */
export function useListedGroups(): typeof commandGroups {
  const { accounts = [] } = useAccounts();
  const count = accounts.length;
  return commandGroups.map(({ title, ids }) => ({
    title,
    ids: ids.filter((id) => {
      const [, number] = /^account(\d)$/.exec(id) ?? [];
      return number === undefined || (count > 1 && Number(number) <= count);
    }),
  }));
}
