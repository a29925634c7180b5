import type { Home } from '../home.js'
import { HttpLink } from '../http/http-link.js'
import type { HttpSite } from '../http/http-site.js'
import { openSender } from '../http/open-sender.js'
import type { Dialer } from './dialer.js'

/** Where to dial, checked. */
export interface HttpTarget {
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends the requests. Default: connections of its own on Node, else the global `fetch`. */
  readonly fetch: typeof fetch | undefined
}

/** The way to a server over HTTP. What it is remembered by tells nobody the headers. */
export function httpDialer({ url, headers, fetch: given }: HttpTarget, home: Home): Dialer {
  const { limits, runtime, report, toolHeaders, changes, answers } = home
  const { nameParams } = home.extensions
  return {
    reopens: true,
    isRemote: true,
    key: `${url.href} ${digest(JSON.stringify(Object.entries(headers).sort()))}`,
    open: async (serve) => {
      const sender = await openSender(given)
      const onQuestion: HttpSite['onQuestion'] = (question, request) => answers.open.announce(question, request)
      const site: HttpSite = { url, headers, sender, nameParams, limits, runtime, onQuestion, report }
      return new HttpLink({ site, serve, tools: toolHeaders, onGap: () => changes.announceGap() })
    },
  }
}

/** Tells texts apart, no more: FNV-1a, twice. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at += 1) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`
}
