import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

export interface Issuer {
  /** The issuer's own name, which is its address. */
  address: string;
  close(): Promise<void>;
}

/** Opens an issuer on a free local port. Any user name can sign in. `key` (a private JWK) signs the tokens. */
export async function openIssuer(clients: ClientMetadata[], key: object): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(address, {
    clients,
    jwks: { keys: [key as never] },
    // These are the defaults. If they are not set explicitly, the provider prints a warning for each.
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      Session: 86_400,
    },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], profile: ['name', 'picture'] },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `${id} Example`, picture: 'https://cdn.example/face.jpg' }),
    }),
  });
  server.on('request', provider.callback());
  return {
    address,
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
