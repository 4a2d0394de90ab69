import { useAccounts } from "#/state/view/active-account.ts";
import { commandGroups } from "#/state/commands/command-groups.ts";

/** Returns the commands in their groups, with as many account commands as there are accounts. */
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
