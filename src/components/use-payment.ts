import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { resumePayment } from '../flows/pay.ts';
import { refreshUser } from '../flows/refresh-user.ts';
import { type PaymentStatus, payment } from '../state/order.ts';

/** Shows the newest balance, and takes up what the cashier or an earlier visit left open. */
export function usePayment(): PaymentStatus {
  const { status } = useSnapshot(payment);
  useEffect(() => {
    resumePayment();
    refreshUser().catch(() => undefined);
  }, []);
  return status;
}
