import type { Exchange } from './exchange.js'

/** True if the client declared that it answers requests for input of any kind. */
export function canBeAsked({ client: { capabilities } }: Pick<Exchange, 'client'>): boolean {
  return (
    Object.hasOwn(capabilities, 'elicitation') ||
    Object.hasOwn(capabilities, 'sampling') ||
    Object.hasOwn(capabilities, 'roots')
  )
}
