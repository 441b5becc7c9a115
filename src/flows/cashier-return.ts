/** What the cashier page put into the address; `receipt` is null when the payment was cancelled. */
export interface CashierReturn {
  orderId: string;
  receipt: string | null;
}

/** The cashier's result in the address; null: there is none. */
export function readReturn(): CashierReturn | null {
  const query = new URLSearchParams(location.search);
  const orderId = query.get('order_id');
  return orderId ? { orderId, receipt: query.get('receipt') } : null;
}

/** Takes the result out of the address, once it is saved, so that it is neither shared nor read twice. */
export function clearReturn(): void {
  history.replaceState(history.state, '', location.pathname);
}
