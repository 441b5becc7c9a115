import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { appSettings } from '../../../server/settings/app-settings.ts';
import { operatorSettings } from '../../../server/settings/operator-settings.ts';
import { processSettings } from '../../../server/settings/process-settings.ts';
import { productSettings } from '../../../server/settings/product-settings.ts';
import { providerSettings } from '../../../server/settings/provider-settings.ts';
import { readSettings } from '../../../server/settings/read-settings.ts';

interface Setting {
  type?: string;
  format?: string;
  enum?: string[];
  maximum?: number;
  items?: Setting;
  isSecret?: boolean;
}

const all = {
  ...processSettings,
  ...productSettings,
  ...operatorSettings,
  ...providerSettings,
  ...appSettings,
};
const settings = Object.entries(all) as [keyof typeof all, Setting][];

/** A missing file, a folder, and a file with the wrong content. */
const files = ['/nowhere/key.pem', tmpdir(), import.meta.filename];

/** Mistakes that operators have made, for each text format. */
const wrongTexts: Record<string, string[]> = {
  origin: [
    'app.example.com',
    'https://app.example.com/',
    'https://me:hush@app.example.com',
    'ftp://a.example',
    '*',
  ],
  'named-origin': ['store.example.com', 'http://10.0.0.7:9000', 'https://s.example/bucket'],
  address: ['comfy:8188', '10.0.0.7:8188', 'https://me:hush@app.example.com/api', 'http://fd00::7:8188'],
  'address-or-path': ['//login', 'login', 'javascript:alert(1)'],
  'address-or-mailto': ['help@example.com', 'mailto:help', '+49 30 1234'],
  'flag-or-address': ['on', 'true', '2'],
  country: ['Germany', 'de', 'XQ', '12'],
  day: ['31.01.2026', '2026-02-31', '2026-13-01', 'yesterday'],
  size: ['large', '0x0', '000x000', '1024'],
  name: ['a/b', '<b>', 'x'.repeat(101)],
  host: ['[::1]', '0.0.0.0:8787', 'http://localhost', '300.1.1.1', '*'],
  database: [
    'db.example.com:5432/tyy',
    'mysql://tyy:hush@db/tyy',
    'postgres://tyy:hu/sh@db:5432/tyy',
    'postgres://tyy:12/hush@db:5432/tyy',
    'postgres://tyy:12?hush@db:5432/tyy',
    'postgres://tyy:12#hush@db:5432/tyy',
    'postgres://tyy:hu@12/sh@db:5432/tyy',
    'postgres://tyy:hush%ff@db:5432/tyy',
    'postgres://tyy:hush@fd00::7:5432/tyy',
    'postgres://tyy:hush@db:port/tyy',
    'postgres://tyy:hush@db/tyy?sslmode=verify-full&sslrootcert=/nowhere/hush.pem',
  ],
  json: files,
  'private-key': files,
  'public-key': files,
  certificate: files,
  'service-account': files,
  folder: ['/nowhere', import.meta.filename],
  'stripe-key': ['pk_live_hush', 'hush'],
  'stripe-webhook': ['we_hush', 'sk_live_hush'],
  'pub-key-id': ['0123456789'],
  email: ['push', 'push@', 'a b@example.com'],
  'ad-unit': ['ca-app-pub-1', 'rewarded', 'ca-app-pub-1~22'],
};

function wrongValues({ type, format, enum: words, maximum, items }: Setting): string[] {
  if (type === 'integer') return ['-1', '1.5', '1e3', 'many', '0x10', String(maximum! + 1)];
  if (type === 'boolean') return ['yes', 'true', 'on', '2'];
  if (words)
    return ['wrong', words[0]!.toUpperCase(), `${words[0]},${words.at(-1)}`].filter(
      word => !words.includes(word),
    );
  if (type === 'array') return wrongValues(items!);
  return format ? (wrongTexts[format] ?? [`no wrong value of the format ${format}`]) : [];
}

/** The error message of the start for a value. */
function sentenceOf(name: keyof typeof all, value: string): string {
  try {
    readSettings({ [name]: all[name] }, { [name]: value });
    return `${name}=${value} is taken`;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(settings)('the error for each wrong value of %s says what is allowed', (name, setting) => {
  for (const value of wrongValues(setting)) {
    const sentence = sentenceOf(name, value);
    expect(sentence).toMatch(new RegExp(`^${name} must be .{5,}\\.$`));
    expect(sentence).not.toContain('hush');
    if (setting.isSecret) expect(sentence).not.toContain('not "');
  }
  for (const value of [' 1', '1 ', '1\r', '\n', '   ']) {
    expect(sentenceOf(name, value)).toBe(
      `${name} begins or ends with a blank or the end of a line: remove it.`,
    );
  }
  for (const value of ['"1"', "'1'", '`1`', '""']) {
    expect(sentenceOf(name, value)).toBe(`${name} stands in quotation marks: write its value without them.`);
  }
});

test.each([
  ['HOST', ['::', '::1', '0.0.0.0', 'localhost', 'app.internal']],
  [
    'DATABASE_URL',
    [
      'postgres://tyy@db/tyy',
      'postgresql://tyy:a%2Fb%3Fc%23d%25e%40f@db:5432/tyy?sslmode=require',
      'postgres:///tyy?host=/var/run/postgresql',
      'socket:/var/run/postgresql?db=tyy',
      '/var/run/postgresql tyy',
      'memory://',
    ],
  ],
] as const)('the setting %s accepts all kinds of valid values', (name, values) => {
  for (const value of values) expect(sentenceOf(name, value)).toBe(`${name}=${value} is taken`);
});
