import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type ConfirmedOrder, confirmOrder, findOrder, type OrderParts } from './orders.ts';

/** Orders about which a provider is asked at the same time. */
const atOnce = 4;

/** Milliseconds for all of them: the call has its response within the 10 s of every call. */
const usualPatience = 6_000;

/** Finds out how some orders stand; one of which its provider says nothing in time is returned as it is known here. */
export async function confirmOrders(
  parts: OrderParts,
  userId: string,
  ids: string[],
  patience = usualPatience,
): Promise<ConfirmedOrder[]> {
  const asking = pLimit(atOnce);
  const late = new AbortController();
  const isLate = pause(patience, null, { signal: late.signal, ref: false }).catch(() => null);
  const unknown = async (id: string) => ({ order: await findOrder(parts, userId, id), payPage: null });
  try {
    return await Promise.all(
      ids.map(async id => {
        const asked = asking(() => confirmOrder(parts, userId, id));
        return (await Promise.race([asked, isLate])) ?? unknown(id);
      }),
    );
  } finally {
    asking.clearQueue();
    late.abort();
  }
}
