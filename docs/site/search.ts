import type { Options } from 'minisearch'

/** What the search of the theme is made with, and the test of it. */
export const indexOptions = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
} satisfies Options

/** A heading counts most. Functions cannot stand here: the theme would evaluate their text in the page. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 4 },
  // A word that only resembles the typed one counts little.
  weights: { prefix: 0.2, fuzzy: 0.1 },
} satisfies Options['searchOptions']
