const names: Record<string, string> = {
  facebook: 'Facebook',
  google: 'Google',
  apple: 'Apple',
  wechat: 'WeChat',
  stripe: 'Stripe',
  'app-store': 'Apple App Store',
  'google-play': 'Google Play',
};

/** Converts the API's service names to display names. */
export function serviceNames(services: readonly string[]): string[] {
  return services.map(service => names[service] ?? service);
}
