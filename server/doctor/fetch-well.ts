/** Rejects where an address has no good response. */
export async function fetchWell(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
}
