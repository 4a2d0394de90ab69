/** Runs before each test file: `INLET_TEST_SEED` reproduces the inputs of its property tests. */
import { configureGlobal } from "fast-check";

const seed = Number(process.env["INLET_TEST_SEED"] ?? Number.NaN);
if (Number.isInteger(seed)) configureGlobal({ seed });
