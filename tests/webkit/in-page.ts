/** A script that presses what has this role and whose name begins like this; returns false while there is none. */
export function pressScript(role: 'button' | 'radio', name: string, place = 0): string {
  return `
    const role = ${JSON.stringify(role)};
    const selector = role === 'radio' ? 'input[type=radio]' : 'button, [role=button], a[href]';
    const found = [...document.querySelectorAll(selector)].filter(element => {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return element.getClientRects().length > 0 && !element.disabled && !element.ariaBusy && name.startsWith(${JSON.stringify(name)});
    })[${place}];
    found?.click();
    return found !== undefined;`;
}

/** A script that tells whether the page shows these words. */
export function showsScript(words: string): string {
  return `return document.body.innerText.includes(${JSON.stringify(words)});`;
}
