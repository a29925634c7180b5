import type { Peer } from '../peers.js'
import type { Need } from '../scenarios/scenario.js'
import { hostModern } from './servers/host-modern.js'
import { hostSessions } from './servers/host-sessions.js'
import { hostSse } from './servers/host-sse.js'
import { hostStateless } from './servers/host-stateless.js'
import type { Hosted } from './servers/hosted.js'
import { loadSdk1 } from './servers/load-sdk-1.js'

/** A release of the SDK, as a server over HTTP. */
export interface OfficialServer extends Peer {
  readonly host: () => Promise<Hosted>
  /** What it cannot play. */
  readonly lacks?: readonly Need[]
}

const isOurServer = false

/** Servers of every revision. */
export const officialServers: readonly OfficialServer[] = [
  { name: '1.8.0', revision: '2024-11-05', isOurServer, host: hostSse },
  { name: '1.12.3', revision: '2025-03-26', isOurServer, host: async () => hostSessions(await loadSdk1('1.12.3')) },
  { name: '1.22.0', revision: '2025-06-18', isOurServer, host: async () => hostSessions(await loadSdk1('1.22.0')) },
  { name: '1.32.2', revision: '2025-11-25', isOurServer, host: async () => hostSessions(await loadSdk1('1.32.2')) },
  {
    name: '1.32.2 without streams',
    revision: '2025-11-25',
    isOurServer,
    host: async () => hostSessions(await loadSdk1('1.32.2'), { enableJsonResponse: true }),
    lacks: ['log', 'progress'],
  },
  {
    name: '1.32.2 without sessions',
    revision: '2025-11-25',
    isOurServer,
    host: async () => hostStateless(await loadSdk1('1.32.2')),
    lacks: ['log', 'session'],
  },
  { name: '2.4.0', revision: '2026-07-28', isOurServer, host: hostModern },
]
