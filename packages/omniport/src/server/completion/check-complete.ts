import { didYouMean } from '../../values/text/nearest.js'

/**
 * Checks that `complete` names only variables of a template, or arguments of a prompt.
 * @throws TypeError naming the key and the names there are.
 */
export function checkComplete(
  kind: 'resource' | 'prompt',
  complete: object | undefined,
  names: readonly string[],
): void {
  const noun = kind === 'resource' ? 'variable of the uri' : 'argument'
  for (const key of Object.keys(complete ?? {})) {
    if (names.includes(key)) continue
    const list = names.length === 0 ? 'There are none' : `There are ${names.join(', ')}`
    throw new TypeError(`${kind}: complete.${key} is no ${noun}${didYouMean(key, names)} ${list}`)
  }
}
