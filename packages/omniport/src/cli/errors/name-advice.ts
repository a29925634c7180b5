import { nearest } from '../../values/text/nearest.js'
import { cut } from '../../values/text/truncate.js'

/** Formats a hint at the name that `word` most likely means, `; did you mean "list"?`; empty when none is near. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const close = nearest(word, names)
  return close === undefined ? '' : `; did you mean "${close}"?`
}

/** Lists the first names; names may come from a server, so their number and length are bounded. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => cut(name, longestName))
  const more = names.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const mostNames = 20
const longestName = 64
