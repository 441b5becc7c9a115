/** What the cashier page put into the address; `receipt` is null when the payment was cancelled. */
interface CashierReturn {
  orderId: string;
  receipt: string | null;
}

/** Takes the cashier's result out of the address, so that it is neither shared nor read twice; null: there is none. */
export function takeReturn(): CashierReturn | null {
  const query = new URLSearchParams(location.search);
  const orderId = query.get('order_id');
  if (!orderId) return null;
  history.replaceState(history.state, '', location.pathname);
  return { orderId, receipt: query.get('receipt') };
}
