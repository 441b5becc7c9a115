/**
 * The container's health check. Exits with 0 if the address in the argument responds with a success status, else with
 * 1.
 */
const response = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(5_000) }).catch(() => null);
process.exit(response?.ok ? 0 : 1);

export {};
