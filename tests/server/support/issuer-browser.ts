/** What a browser does at the issuer's own pages: it keeps cookies, follows redirects and fills the two forms in. */
export async function signInAtIssuer(page: string, name: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();

  async function ask(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(pair => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    return response;
  }

  let address = page;
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 12; steps++) {
    const response = await ask(address, form);
    form = undefined;
    const location = response.headers.get('location');
    if (location?.startsWith(redirectUri)) return new URL(location);
    if (location) {
      address = new URL(location, address).href;
      continue;
    }
    const html = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    const action = /action="([^"]+)"/.exec(html)?.[1];
    if (!prompt || !action) throw new Error(`${address} shows ${response.status}: ${html}`);
    address = new URL(action, address).href;
    form = { prompt, login: name, password: 'any' };
  }
  throw new Error('The issuer never came back.');
}
