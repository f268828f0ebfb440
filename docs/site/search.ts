import type { Options } from 'minisearch'

/** A heading counts most. Functions cannot stand here: the theme would evaluate their text in the page. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 8, text: 2, titles: 1 },
} satisfies Options['searchOptions']
