import { lazy, Suspense } from "react";

// Fetched behind the screen: what an address fetches besides its screen is listed in what every page loads first.
const ContactsPage = lazy(async () => {
  const { ContactsPage: Part } = await import("#/features/contacts/contacts-page.tsx");
  return { default: Part };
});

/** The address book. */
export function Contacts() {
  return (
    <Suspense>
      <ContactsPage onWrite={(name, address) => void write(name, address)} />
    </Suspense>
  );
}

async function write(name: string, address: string): Promise<void> {
  const [{ written }, { writeTo }] = await Promise.all([
    import("#/features/compose/addresses.ts"),
    import("#/features/compose/new-mail.ts"),
  ]);
  writeTo(written(name, address));
}
