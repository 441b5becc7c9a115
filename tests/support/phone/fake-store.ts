import { sell, type Transport } from '../api/api.ts';
import { type ShellAction, type ShellActions, succeed } from './fake-shell.ts';

/** A fake app store that sells through the sandbox and remembers its receipts. */
export class FakeStore {
  /** Oldest first. */
  readonly receipts: string[] = [];
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async sell(goods: { order_id: string } | { product_id: string }): Promise<string> {
    const receipt = await sell(this.#transport, goods);
    this.receipts.push(receipt);
    return receipt;
  }

  restore: ShellAction<'restore'> = () => {
    const receipt = this.receipts.at(-1);
    return receipt ? succeed({ receipt }) : { code: 9, message: 'Nothing was bought' };
  };

  /** Returns the actions for a fake shell with this store. `reply` makes the reply to a sale. */
  actions(reply: (receipt: string) => ReturnType<ShellAction<'pay'>> = receipt => succeed({ receipt })) {
    return {
      pay: async ({ order_id }) => reply(await this.sell({ order_id })),
      subscription: async ({ product_id }) => reply(await this.sell({ product_id })),
      restore: this.restore,
    } satisfies ShellActions;
  }
}
