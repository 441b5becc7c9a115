import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import pg from 'pg';
import { type TOptional, type TSchema, Type } from 'typebox';
import Format from 'typebox/format';

/** `unset` describes what happens without a value. */
type About<Value> = { description: string; default?: Value; unset?: string };

/** Like fetch, rejects addresses that contain a user name or password. */
const isHttp = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/^\w+:\/\/[^/]*@/.test(text);

const isOrigin = (text: string) => isHttp(text) && new URL(text).origin === text;

const isDay = (text: string) => new Date(text).toJSON()?.startsWith(text) === true;

/** True if a file can be read and `parse` accepts its contents. */
const holds = (parse: (bytes: Buffer) => unknown) => (file: string) => {
  try {
    parse(readFileSync(file));
    return true;
  } catch {
    return false;
  }
};

function isDatabase(text: string): boolean {
  if (text === 'memory://' || /^(socket:)?\//.test(text)) return true;
  const [, rest] = /^postgres(?:ql)?:\/\/[^/?#]*(.*)$/s.exec(text) ?? [];
  // Refuse an unencoded `/`, `?` or `#` in the password: it ends the host early, so the rest contains the `@`.
  if (rest === undefined || rest.includes('#') || rest.replace(/(?<=[?&]user=)[^&]*/, '').includes('@'))
    return false;
  try {
    return new pg.Client(text) !== null;
  } catch {
    return false;
  }
}

const regions = new Intl.DisplayNames([], { type: 'region', fallback: 'none' });

/** `allowed` completes the error message "… must be". */
const formats = {
  origin: {
    allowed: 'an origin such as https://app.example.com',
    check: isOrigin,
  },
  // With an IP address, ali-oss sends Aliyun's host name in the Host header.
  'named-origin': {
    allowed: 'an origin with a name such as https://store.example.com, not an IP address',
    check: (text: string) => isOrigin(text) && !/^(\[|[\d.]+$)/.test(new URL(text).hostname),
  },
  address: { allowed: 'an address such as https://app.example.com/api', check: isHttp },
  'address-or-path': {
    allowed: 'an address such as https://app.example.com/login or a path such as /login',
    check: (text: string) => isHttp(text) || /^\/(?!\/)/.test(text),
  },
  'address-or-mailto': {
    allowed: 'an address such as https://app.example.com/help or mailto:help@example.com',
    check: (text: string) => isHttp(text) || /^mailto:\S+@\S+$/.test(text),
  },
  country: {
    allowed: 'two letters of ISO 3166 such as CN or DE',
    check: (text: string) => /^[A-Z]{2}$/.test(text) && regions.of(text) !== undefined,
  },
  day: {
    allowed: 'a day such as 2026-01-31',
    check: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  },
  'flag-or-address': {
    allowed: '0, 1 or an address such as https://app.example.com/keys.json',
    check: (text: string) => text === '0' || text === '1' || isHttp(text),
  },
  size: {
    allowed: 'a width and a height such as 1024x1536 or 1104*1472',
    check: (text: string) => /^[1-9]\d{2,3}[x*][1-9]\d{2,3}$/.test(text),
  },
  name: {
    allowed: 'a name of at most 100 letters, digits, dots, hyphens and blanks',
    check: (text: string) => /^[\w.-][\w. -]{0,99}$/.test(text),
  },
  host: {
    allowed:
      'an IP address such as 0.0.0.0 or ::, without brackets and without a port, or the name of a host',
    check: (text: string) => isIP(text) > 0 || /^(?![\d.]+$)[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text),
  },
  database: {
    allowed:
      'an address such as postgres://tyy:password@db.example.com:5432/tyy, in which / ? # % @ of the password are written %2F %3F %23 %25 %40; or leave the password out and give it as it is in PGPASSWORD',
    check: isDatabase,
  },
  json: {
    allowed: 'a file that can be read and holds JSON',
    check: holds(bytes => JSON.parse(String(bytes))),
  },
  'private-key': {
    allowed: 'a file that can be read and holds a private key (-----BEGIN PRIVATE KEY-----)',
    check: holds(createPrivateKey),
  },
  'public-key': {
    allowed: 'a file that can be read and holds a public key (-----BEGIN PUBLIC KEY-----)',
    check: holds(createPublicKey),
  },
  certificate: {
    allowed: 'a file that can be read and holds a certificate (DER or PEM)',
    check: holds(bytes => new X509Certificate(bytes)),
  },
  'service-account': {
    allowed: 'a file that can be read and holds the key of a service account (JSON with a private_key)',
    check: holds(bytes => createPrivateKey(JSON.parse(String(bytes)).private_key)),
  },
  folder: {
    allowed: 'a folder that can be read',
    check: (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  },
  'stripe-key': {
    allowed: 'a secret or restricted key of Stripe, which begins with sk_ or rk_',
    check: (text: string) => /^[sr]k_/.test(text),
  },
  'stripe-webhook': {
    allowed: 'the signing secret of the webhook, which begins with whsec_',
    check: (text: string) => text.startsWith('whsec_'),
  },
  'pub-key-id': {
    allowed: 'the id of WeChat Pay’s public key, which begins with PUB_KEY_ID_',
    check: (text: string) => text.startsWith('PUB_KEY_ID_'),
  },
  email: { allowed: 'an e-mail address', check: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) },
  'ad-unit': {
    allowed: 'an ad unit such as ca-app-pub-1234567890123456/1234567890, or what follows its slash',
    check: (text: string) => /^(ca-app-pub-\d+\/)?\d+$/.test(text),
  },
};

for (const [name, { check }] of Object.entries(formats)) Format.Set(name, check);

/** A setting that has no default is optional. */
const setting = <Schema extends TSchema, Given extends object>(schema: Schema, about: Given) =>
  ('default' in about ? schema : Type.Optional(schema)) as Given extends { default: unknown }
    ? Schema
    : TOptional<Schema>;

export const wholeNumber = <Given extends About<number>>(minimum: number, maximum: number, about: Given) => {
  const allowed = `a whole number from ${minimum} to ${maximum}`;
  return setting(Type.Integer({ minimum, maximum, allowed, ...about }), about);
};

/** A setting with the value 1 or 0. */
export const flag = <Given extends About<boolean>>(about: Given) =>
  setting(Type.Boolean({ allowed: '0 or 1', ...about }), about);

export const oneOf = <const Choices extends string[], Given extends About<Choices[number]>>(
  choices: Choices,
  about: Given,
) => setting(Type.Enum<Choices>([...choices], { allowed: `one of ${choices.join(', ')}`, ...about }), about);

export const text = <Given extends About<string>>(about: Given) =>
  setting(Type.String({ allowed: 'a text', ...about }), about);

/** Error messages never show the value. */
export const secretAs = <Given extends About<string>>(format: keyof typeof formats, about: Given) =>
  textAs(format, { isSecret: true, ...about });

export const textAs = <Given extends About<string>>(format: keyof typeof formats, about: Given) =>
  setting(Type.String({ format, allowed: formats[format].allowed, ...about }), about);

/** Texts separated by commas. */
export const listOf = <Given extends About<string[]>>(format: keyof typeof formats, about: Given) =>
  setting(
    Type.Array(Type.String({ format }), {
      allowed: `${formats[format].allowed}, or several separated by commas`,
      ...about,
    }),
    about,
  );

/** Converts a variable's text to the setting's type. Returns the text unchanged if it is invalid. */
export function fromText(schema: TSchema, given: string): unknown {
  if (Type.IsInteger(schema)) return /^\d+$/.test(given) ? Number(given) : given;
  if (Type.IsBoolean(schema)) return given === '0' || given === '1' ? given === '1' : given;
  if (Type.IsArray(schema))
    return given
      .split(',')
      .map(part => part.trim())
      .filter(Boolean);
  return given;
}
