/** Health check of the container: exits with 0 if the address responds with a success status, else 1. */
const response = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(5_000) }).catch(() => null);
process.exit(response?.ok ? 0 : 1);

export {};
