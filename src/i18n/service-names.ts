const names: Record<string, string> = {
  facebook: 'Facebook',
  google: 'Google',
  apple: 'Apple',
  wechat: 'WeChat',
  stripe: 'Stripe',
  'app-store': 'Apple App Store',
  'google-play': 'Google Play',
};

/** Names of services for users, by the API's names. */
export function serviceNames(services: readonly string[]): string[] {
  return services.map(service => names[service] ?? service);
}
