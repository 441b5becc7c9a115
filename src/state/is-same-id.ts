/** An id as the API sent it. It must go back with the same type, because some backends do not accept "7" for 7. */
export type WireId = number | string;

/** Compares ids as texts, because page addresses and earlier releases keep only the text of an id. */
export function isSameId(one: WireId | null, other: WireId | null): boolean {
  return String(one) === String(other);
}
