/** Apple's developer key, which signs the client secret of a Services ID. */
export interface AppleKey {
  teamId: string;
  keyId: string;
  keyFile: string;
}

export interface OidcIssuer {
  loginType: string;
  /** As the issuer names itself in its metadata. */
  issuer: string;
  /** The client for browsers, with a null secret if it is public; null if only native apps sign in. */
  client: { id: string; secret: string | AppleKey | null } | null;
  /** Client ids of native apps that identity tokens may be issued for. */
  audiences: string[];
  scope: string;
}
