/** Exits with 0 if the address in the argument responds with success: the health check of a container. */
const response = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(5_000) }).catch(() => null);
process.exit(response?.ok ? 0 : 1);

export {};
