/** Runs before each test file: `INLET_TEST_SEED` repeats what its property tests draw. */
import { configureGlobal } from "fast-check";

const seed = Number(process.env["INLET_TEST_SEED"] ?? Number.NaN);
if (Number.isInteger(seed)) configureGlobal({ seed });
