import { anonymousKey } from '../../../protocol/exchange/principal-key.js'

/** The owner of a task: servers that share a store do not share tasks. */
export function taskOwner(serverName: string, principalKey: string): string {
  return JSON.stringify([serverName, principalKey])
}

/** Tells the owner of the tasks of all anonymous callers over HTTP. */
export function isAnonymousOwner(owner: string): boolean {
  return owner.endsWith(anonymousEnd)
}

const anonymousEnd = `,${JSON.stringify(anonymousKey)}]`
