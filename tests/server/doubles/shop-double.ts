import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

/** A shop's server. Files named in its settings are in its own folder, which `close` removes. */
export abstract class ShopDouble {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tyy-shop-'));
  #http: HttpDouble | null = null;

  static async open<Shop extends ShopDouble>(this: new () => Shop): Promise<Shop> {
    const shop = new this();
    shop.#http = await openHttpDouble(request => shop.respond(request));
    return shop;
  }

  get http(): HttpDouble {
    return this.#http!;
  }

  /** Settings of a backend that sells through this shop. */
  abstract settings(): Record<string, string>;

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

/** Keys by name, shared within this process: making a pair takes a third of a second. */
export function rsaKeys(name: string): KeyPairKeyObjectResult {
  const keys = made.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  made.set(name, keys);
  return keys;
}
