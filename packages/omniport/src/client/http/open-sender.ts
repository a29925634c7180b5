import type { HttpSender } from '../../transport/http-sender.js'
import { FetchSender } from './fetch-sender.js'

/** With `given` where there is one, else with connections of its own on Node, else with the global `fetch`. */
export async function openSender(given: typeof fetch | undefined): Promise<HttpSender> {
  if (given !== undefined) return new FetchSender(given)
  if (!isNode()) return new FetchSender((input, init) => fetch(input, init))
  const { UndiciSender } = await import('../../transport/node/undici-sender.js')
  return new UndiciSender()
}

/** What this file looks for in its surroundings. */
interface Host {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/** Others that pretend to be Node have a good `fetch` of their own. */
function isNode(): boolean {
  const { node, bun, deno } = (globalThis as Host).process?.versions ?? {}
  return node !== undefined && bun === undefined && deno === undefined
}
