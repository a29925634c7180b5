import { searchTerms } from './search-terms.js'

/** What is looked for, as terms: each once, without those that say nothing, unless there are no others. */
export function queryTerms(text: string): readonly string[] {
  const terms = [...new Set(searchTerms(text.slice(0, maxQueryLength)))]
  const significant = terms.filter((term) => !stopWords.has(term))
  return (significant.length === 0 ? terms : significant).slice(0, maxQueryTerms)
}

/** Characters of what is looked for that are read. */
const maxQueryLength = 1_000
/** Terms of it that are used. */
export const maxQueryTerms = 16

const stopWords: ReadonlySet<string> = new Set(
  searchTerms(
    `a an and are as at be by can do for from has have how i in into is it its me my of on or please so
    that the them then there this to use want was we what when where which will with you your`,
  ),
)
