import type { Csp } from '../messages/capabilities.js'

/** The origins of a view that may be part of its policy, and what was left out. */
export interface CheckedCsp {
  readonly csp: Readonly<Record<keyof Csp, readonly string[]>>
  /** Entries that name no origin, or too many of them, in words such as `connectDomains: "*"`. For logs. */
  readonly refused: readonly string[]
}

/**
 * Checks the `csp` of a user interface, as a server declares it. An entry is an origin: a scheme, a name or IPv4 address, and a
 * port or none, such as `https://api.example.com`. The first label may be `*` where at least two labels follow, but not in
 * `baseUriDomains`. Schemes: https and http; in `connectDomains` also wss and ws. At most 100 entries in a list.
 *
 * The page of the sandbox holds the text of this function, so it may use nothing from outside. spec: apps#ui-resource-format
 */
export function checkCsp(csp: unknown): CheckedCsp {
  const most = 100
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  const origin = new RegExp(`^(https?|wss?)://(\\*\\.(?=[^.]+\\.))?(?:${label}\\.)*${label}(?::[0-9]{1,5})?/?$`, 'i')
  const refused: string[] = []
  const check = (name: keyof Csp): readonly string[] => {
    const list: unknown = Object(csp)[name] ?? []
    const entries: readonly unknown[] = Array.isArray(list) ? list : [list]
    const isOrigin = (entry: unknown, index: number): entry is string => {
      const match = typeof entry === 'string' && entry.length < 300 ? origin.exec(entry) : null
      const fitsScheme = name === 'connectDomains' || match?.[1]?.toLowerCase().startsWith('http') === true
      const fitsHost = name !== 'baseUriDomains' || match?.[2] === undefined
      const fits = index < most && match !== null && fitsScheme && fitsHost
      if (!fits && index <= most) refused.push(`${name}: ${String(JSON.stringify(entry)).slice(0, 100)}`)
      return fits
    }
    return entries.filter(isOrigin).map((entry) => entry.toLowerCase().replace(/\/$/, ''))
  }
  return {
    csp: {
      connectDomains: check('connectDomains'),
      resourceDomains: check('resourceDomains'),
      frameDomains: check('frameDomains'),
      baseUriDomains: check('baseUriDomains'),
    },
    refused,
  }
}
