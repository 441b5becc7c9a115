import { BlockList, isIP } from 'node:net';

/** Public IPv6 addresses (global unicast). All other IPv6 addresses are local or contain an IPv4 address. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Ranges that IANA's registries reserve for special purposes. */
const special = new BlockList();
const ofOneNetwork = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and 6to4 addresses contain an IPv4 address. The other ranges are for protocols and documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];
for (const subnet of ofOneNetwork) {
  const [address = '', bits] = subnet.split('/');
  special.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** False for addresses that may belong to this machine, its network or its cloud provider. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
