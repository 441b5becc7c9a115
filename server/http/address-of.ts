import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * By which a caller without an account is known and counted: the address, of IPv6 its first 64 bits alone, since each line
 * has all addresses that begin with them.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (inner !== undefined && isIPv4(inner)) return inner;
  if (isIP(ip) !== 6) return ip;
  const [before = '', after] = ip.split('%', 1)[0]!.toLowerCase().split('::');
  const groups = before === '' ? [] : before.split(':');
  const missing = after === undefined ? 0 : 8 - groups.length - (after === '' ? 0 : after.split(':').length);
  const zeros = Array.from({ length: missing }, () => '0');
  const all = [...groups, ...zeros, ...(after ? after.split(':') : [])];
  return `${all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
