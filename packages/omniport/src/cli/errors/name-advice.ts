import { cut } from '../../values/text/truncate.js'

/** Lists the first names; names may come from a server, so their number and length are bounded. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => cut(name, longestName))
  const more = names.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const mostNames = 20
const longestName = 64
