import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel } from '../../../server/contract/money.ts';
import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

/** Body and headers of a shop's notification to the backend. */
export interface ShopReport {
  payload: string;
  headers: Record<string, string>;
}

/** Builds a notification with a JSON body. */
export function reportOf(content: object | string, headers: Record<string, string> = {}): ShopReport {
  const payload = typeof content === 'string' ? content : JSON.stringify(content);
  return { payload, headers: { 'content-type': 'application/json', ...headers } };
}

/** An order as createOrder returns it. */
export interface ShopOrder {
  order_id: string;
  payment: string;
}

/** A double of a shop's server. The files for its settings are in a folder that `close` removes. */
export abstract class ShopDouble {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tyy-shop-'));
  #http: HttpDouble | null = null;

  static async open<Shop extends ShopDouble>(this: new () => Shop): Promise<Shop> {
    const shop = new this();
    shop.#http = await openHttpDouble(request => shop.respond(request));
    return shop;
  }

  abstract readonly channel: Channel;

  /** The shop's name in the backend's tables, metrics and addresses. */
  abstract readonly name: string;

  get notifyPath(): string {
    return `/notify/${this.name}`;
  }

  get http(): HttpDouble {
    return this.#http!;
  }

  abstract settings(): Record<string, string>;

  /** Pays an order; returns the receipt for the app and the notification of the payment. */
  abstract payOrder(order: ShopOrder): { receipt: string; report: ShopReport };

  async close(): Promise<void> {
    await this.http.close();
    rmSync(this.#folder, { recursive: true });
  }

  protected abstract respond(request: DoubleRequest): DoubleResponse;

  /** Writes a file for a setting; returns its path. */
  protected write(name: string, content: string | Buffer): string {
    const path = join(this.#folder, name);
    writeFileSync(path, content);
    return path;
  }
}

const made = new Map<string, KeyPairKeyObjectResult>();

/** Returns the key pair with this name. Pairs are cached because making one takes a third of a second. */
export function rsaKeys(name: string): KeyPairKeyObjectResult {
  const keys = made.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  made.set(name, keys);
  return keys;
}
