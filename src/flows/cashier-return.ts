/** What the cashier page put into the address; `receipt` is null when the payment was cancelled. */
export interface CashierReturn {
  orderId: string;
  receipt: string | null;
}

/** The cashier's result in the query of an address; null: there is none. */
export function readReturn(search: string): CashierReturn | null {
  const query = new URLSearchParams(search);
  const orderId = query.get('order_id');
  return orderId ? { orderId, receipt: query.get('receipt') } : null;
}

/** Takes the result out of the address, once it is saved, so that it is neither shared nor read twice. */
export function clearReturn(): void {
  if (readReturn(location.search)) history.replaceState(history.state, '', location.pathname);
}
