import type { Plugin } from 'vite'

/** What assistive technology is told wrongly by the theme of VitePress 1.6, by component: found, and right. */
const repairs: Readonly<Record<string, readonly (readonly [found: RegExp, right: string])[]>> = {
  'VPLocalSearchBox.vue': [
    [
      /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    // The link is what one selects; its texts are its name.
    [
      /:id="('localsearch-item-' \+ index)"\s+:aria-selected="(selectedIndex === index \? 'true' : 'false')"\s+role="option"\s*>\s*<a/,
      'role="none"><a :id="$1" :aria-selected="$2" role="option"',
    ],
    [/:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/, ''],
    [/<div class="search-keyboard-shortcuts">/, '<div class="search-keyboard-shortcuts" aria-hidden="true">'],
    [/<span class="title-icon">/, '<span class="title-icon" aria-hidden="true">'],
  ],
  'VPNavBarSearchButton.vue': [
    // Its text is its name; style.css keeps that text on a phone.
    [/ :aria-label="translate\('button\.buttonAriaLabel'\)"/, ''],
    [/<span class="DocSearch-Button-Keys">/, '<span class="DocSearch-Button-Keys" aria-hidden="true">'],
  ],
}

export function accessibleSearch(): Plugin {
  return {
    name: 'accessible-search',
    enforce: 'pre',
    transform(code, id) {
      const [, component = ''] = /\/theme-default\/components\/(\w+\.vue)$/.exec(id) ?? []
      return repairs[component]?.reduce((text, [found, right]) => {
        if (!found.test(text)) throw new Error(`${component} has changed: it has no ${found}`)
        return text.replace(found, right)
      }, code)
    },
  }
}
