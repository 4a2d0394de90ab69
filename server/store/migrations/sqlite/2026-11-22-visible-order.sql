-- Which word of the page this was: what it says may arrive in another order.
ALTER TABLE presences ADD COLUMN word integer NOT NULL DEFAULT 0;
