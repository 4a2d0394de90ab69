import { useState } from "react";
import type { useDiscovery } from "#/features/accounts/use-discovery.ts";

type Discovery = ReturnType<typeof useDiscovery>["state"];

/**
 * Decides whether the server fields are open: as the user chose, and until then once a lookup has failed, until one succeeds. So
 * they do not fold away while the address is corrected, nor over a server that the user typed.
 */
export function useOpenServers(
  discovery: Discovery,
  imapHost: string,
): [boolean, (isOpen: boolean) => void] {
  const [chosen, choose] = useState<boolean | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  const isFound = discovery.kind === "found" && discovery.settings.imap_host === imapHost;
  if (discovery.kind === "not found" && !isNeeded) setNeeded(true);
  if (isFound && isNeeded) setNeeded(false);
  return [chosen ?? isNeeded, choose];
}
