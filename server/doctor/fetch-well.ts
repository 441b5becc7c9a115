import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';

/** Rejects with the service's message unless the response is a success. */
export async function fetchWell(address: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetchElsewhere(address, { headers });
  if (!response.ok)
    throw new Error(`status ${response.status} ${(await response.text()).slice(0, 300)}`.trim());
}
