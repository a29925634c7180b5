import type { HttpSender } from '../../transport/http-sender.js'
import { isNode } from '../../transport/is-node.js'
import { FetchSender } from './fetch-sender.js'

/** With `given` where there is one, else with connections of its own on Node, else with the global `fetch`. */
export async function openSender(given: typeof fetch | undefined): Promise<HttpSender> {
  if (given !== undefined) return new FetchSender(given)
  if (!isNode()) return new FetchSender((input, init) => fetch(input, init))
  const { UndiciSender } = await import('../../transport/node/undici-sender.js')
  return new UndiciSender()
}
