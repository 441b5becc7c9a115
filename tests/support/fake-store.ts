import { sell, type Transport } from './api.ts';
import { type ShellAction, type ShellActions, succeed } from './fake-shell.ts';

/** The store of a phone: it sells through the sandbox and remembers what it sold. */
export class FakeStore {
  /** The newest last. */
  readonly receipts: string[] = [];
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sells something; returns the receipt. */
  async sell(goods: { order_id: string } | { product_id: string }): Promise<string> {
    const receipt = await sell(this.#transport, goods);
    this.receipts.push(receipt);
    return receipt;
  }

  /** Returns what was sold last. */
  restore: ShellAction<'restore'> = () => {
    const receipt = this.receipts.at(-1);
    return receipt ? succeed({ receipt }) : { code: 9, message: 'Nothing was bought' };
  };

  /** What a shell with this store does, which replies to a sale like this. */
  actions(reply: (receipt: string) => ReturnType<ShellAction<'pay'>> = receipt => succeed({ receipt })) {
    return {
      pay: async ({ order_id }) => reply(await this.sell({ order_id })),
      subscription: async ({ product_id }) => reply(await this.sell({ product_id })),
      restore: this.restore,
    } satisfies ShellActions;
  }
}
