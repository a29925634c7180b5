import type { Command } from 'omniport/client'
import type { Revision } from '../wire/revisions.js'
import type { Driver } from './drivers/driver.js'
import { openSdk1, type Sdk1 } from './drivers/sdk-1-driver.js'
import { openSdk2 } from './drivers/sdk-2-driver.js'

/** What the results of a scenario depend on. */
export interface Peer {
  readonly name: string
  /** What is negotiated with it. */
  readonly revision: Revision
  /** Whether the server is ours, and the client theirs, or the other way round. */
  readonly isOurServer: boolean
}

/** A release of the SDK, as a client. */
export interface ClientPeer extends Peer {
  open(server: Command): Promise<Driver>
}

/** A release of the SDK, as a server. */
export interface ServerPeer extends Peer {
  /** Of the program that serves with it. */
  readonly program: string
}

/** The clients our server meets. */
export const clientPeers: readonly ClientPeer[] = [
  client('1.8.0', '2024-11-05', async () => ({
    ...(await import('mcp-sdk-2024/client/index.js')),
    ...(await import('mcp-sdk-2024/client/stdio.js')),
  })),
  client('1.12.3', '2025-03-26', async () => ({
    ...(await import('mcp-sdk-2025-03/client/index.js')),
    ...(await import('mcp-sdk-2025-03/client/stdio.js')),
  })),
  client('1.22.0', '2025-06-18', async () => ({
    ...(await import('mcp-sdk-2025-06/client/index.js')),
    ...(await import('mcp-sdk-2025-06/client/stdio.js')),
  })),
  client('1.32.2', '2025-11-25', async () => ({
    ...(await import('mcp-sdk-current/client')),
    ...(await import('mcp-sdk-current/client/stdio.js')),
  })),
  { name: '2.4.0', revision: '2026-07-28', isOurServer: true, open: (server) => openSdk2(server, 'auto') },
  { name: '2.4.0 as before', revision: '2025-11-25', isOurServer: true, open: (server) => openSdk2(server, 'legacy') },
]

/** The servers our client meets. */
export const serverPeers: readonly ServerPeer[] = [
  { name: '1.8.0', program: 'sdk-2024-server', revision: '2024-11-05', isOurServer: false },
  { name: '1.12.3', program: 'sdk-2025-03-server', revision: '2025-03-26', isOurServer: false },
  { name: '1.22.0', program: 'sdk-2025-06-server', revision: '2025-06-18', isOurServer: false },
  { name: '1.32.2', program: 'sdk-current-server', revision: '2025-11-25', isOurServer: false },
  { name: '2.4.0', program: 'sdk-2-server', revision: '2026-07-28', isOurServer: false },
]

/** The releases of one major version are typed apart, and alike in what is used of them. */
function client(name: string, revision: Revision, load: () => Promise<object>): ClientPeer {
  return { name, revision, isOurServer: true, open: async (server) => openSdk1((await load()) as Sdk1, server) }
}
