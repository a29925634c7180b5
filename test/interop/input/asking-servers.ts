import type { ConnectOptions } from 'omniport/client'
import type { Peer } from '../peers.js'

/** A release of the SDK, as a server that asks. */
export interface AskingServer extends Peer {
  /** What serves with it over stdio. */
  readonly program: readonly [name: string, ...args: string[]]
  /** What makes it serve over HTTP. */
  readonly http: string
  /** Of our client. */
  readonly options?: ConnectOptions
}

const sdk1 = 'sdk-1-asking-server'

/** The servers whose questions our client answers. */
export const askingServers: readonly AskingServer[] = [
  {
    name: '1.8.0',
    revision: '2024-11-05',
    isOurServer: false,
    program: [sdk1, 'mcp-sdk-2024'],
    http: 'sse',
  },
  {
    name: '1.12.3',
    revision: '2025-03-26',
    isOurServer: false,
    program: [sdk1, 'mcp-sdk-2025-03'],
    http: 'http',
  },
  {
    name: '1.22.0',
    revision: '2025-06-18',
    isOurServer: false,
    program: [sdk1, 'mcp-sdk-2025-06'],
    http: 'http',
  },
  {
    name: '1.32.2',
    revision: '2025-11-25',
    isOurServer: false,
    program: [sdk1, 'mcp-sdk-current'],
    http: 'http',
  },
  {
    name: '2.4.0',
    revision: '2026-07-28',
    isOurServer: false,
    program: ['sdk-2-asking-server'],
    http: 'http',
  },
  {
    name: '2.4.0 as before',
    revision: '2025-11-25',
    isOurServer: false,
    program: ['sdk-2-asking-server'],
    http: 'sessions',
    options: { revision: '2025-11-25' },
  },
]
