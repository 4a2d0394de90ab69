import { lazy, Suspense } from "react";

// Loaded lazily: the chunks that an address needs besides its screen are listed among the first files of every page.
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
    import("#/features/compose/recipients/addresses.ts"),
    import("#/features/compose/recipients/new-message.ts"),
  ]);
  writeTo(written(name, address));
}
