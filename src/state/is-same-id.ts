/** An id as the API gave it, for it must go back in the same kind: 7 is not "7" to every backend. */
export type WireId = number | string;

/** Whether these are one id: an address and an earlier release know its text alone. */
export function isSameId(one: WireId | null, other: WireId | null): boolean {
  return String(one) === String(other);
}
