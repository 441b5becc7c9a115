import type { Channel } from '../../../server/contract/money.ts';
import type { ApiApp } from '../../../server/http/api-app.ts';
import type {
  Payment,
  PaymentProvider,
  PaymentRouteParts,
  Standing,
} from '../../../server/money/payment-provider.ts';
import type { RechargeConfig } from '../../../server/money/recharge-configs.ts';
import { settlePayment } from '../../../server/money/settle-payment.ts';

/** A whole payment provider beside those of the product: coins for vouchers, in a phone's store only. */
export class VoucherPayments implements PaymentProvider {
  readonly name = 'vouchers';
  /** What was paid, by receipt. */
  readonly paid = new Map<string, Payment>();
  readonly begun: string[] = [];
  readonly looked: string[] = [];
  readonly removed: string[] = [];

  sells({ coins }: RechargeConfig, channel: Channel): boolean {
    return channel === 'google-play' && coins > 0;
  }

  async begin({ order_id }: { order_id: string }) {
    this.begun.push(order_id);
    return { payment: `voucher:${order_id}`, payPage: `/vouchers/${order_id}` };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    return this.paid.get(receipt) ?? null;
  }

  async look(orderId: string): Promise<Standing> {
    this.looked.push(orderId);
    const payment = [...this.paid.values()].find(one => one.orderId === orderId);
    return payment ? { kind: 'paid', payment } : { kind: 'open', payPage: null };
  }

  async removeUser(_tx: unknown, userId: string) {
    return () => {
      this.removed.push(userId);
    };
  }

  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    app.post('/notify/vouchers', async request => {
      await settlePayment(parts, this.paid.get((request.body as { receipt: string }).receipt)!);
      return { received: true };
    });
  }

  /** Takes a payment; returns its receipt. */
  pay(orderId: string | null, productId: string): string {
    const receipt = `voucher-${this.paid.size + 1}`;
    this.paid.set(receipt, { provider: this.name, receipt, orderId, productId });
    return receipt;
  }
}
