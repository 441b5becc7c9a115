/** `size` in bytes, or 1 to count things. */
interface Held {
  caller: string;
  size: number;
}

/** The first thing of the caller who has the most; of equal callers, the first in order. */
export function firstOfGreediest<Thing extends Held>(things: Iterable<Thing>): Thing | undefined {
  const sums = new Map<string, { first: Thing; sum: number }>();
  for (const thing of things) {
    const known = sums.get(thing.caller);
    if (known) known.sum += thing.size;
    else sums.set(thing.caller, { first: thing, sum: thing.size });
  }
  let greediest: { first: Thing; sum: number } | undefined;
  for (const one of sums.values()) if (!greediest || one.sum > greediest.sum) greediest = one;
  return greediest?.first;
}
