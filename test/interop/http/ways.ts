import type { Peer } from '../peers.js'
import type { Need } from '../scenarios/scenario.js'

/** How our server is served over HTTP. */
export interface Way {
  readonly name: string
  readonly options: { readonly answers?: 'json' | 'sse'; readonly sessions?: false }
  /** What it cannot play. */
  readonly lacks: (peer: Peer) => readonly Need[]
  /** Whether it reaches a client outside of calls. Undefined: questions go as they go in another way. */
  readonly asks?: { readonly hasSession: boolean }
}

/** With every setting that changes how messages travel. */
export const ways: readonly Way[] = [
  { name: 'HTTP', options: {}, lacks: () => [], asks: { hasSession: true } },
  { name: 'HTTP, only streams', options: { answers: 'sse' }, lacks: () => [] },
  {
    name: 'HTTP, no streams',
    options: { answers: 'json' },
    lacks: (peer) => (hasOneStream(peer) ? [] : ['log', 'progress']),
  },
  {
    name: 'HTTP, no sessions',
    options: { sessions: false },
    lacks: (peer) => (hasSession(peer) ? ['session'] : []),
    asks: { hasSession: false },
  },
]

/** Everything goes over it, whatever the server prefers. */
const hasOneStream = ({ revision }: Peer) => revision === '2024-11-05'

/** What is known of a client is kept between its requests. */
const hasSession = ({ revision }: Peer) => revision > '2024-11-05' && revision < '2026-07-28'
