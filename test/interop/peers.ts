import type { Command } from 'omniport/client'
import type { Revision } from '../wire/revisions.js'
import type { Driver } from './drivers/driver.js'
import type { Respondent } from './drivers/respondent.js'
import { openSdk1 } from './drivers/sdk-1-driver.js'
import { sdk1Releases, startWith } from './drivers/sdk-1-releases.js'
import { openSdk2, startWithSdk2 } from './drivers/sdk-2-driver.js'

/** What the results of a scenario depend on. */
export interface Peer {
  readonly name: string
  /** What is negotiated with it. */
  readonly revision: Revision
  /** Whether the server is ours, and the client theirs, or the other way round. */
  readonly isOurServer: boolean
  /** Whether the client is ours although the server is. Default: false. */
  readonly isBothOurs?: boolean
  /** The release of the client, where a gateway stands between it and a server of the SDK. */
  readonly clientName?: string
  /** Whether our server can reach the client outside of calls. Default: true. */
  readonly hasSession?: boolean
}

/** Whether what the client receives was written by us: by our server, or by a gateway. */
export function isWrittenByUs({ isOurServer, clientName }: Peer): boolean {
  return isOurServer || clientName !== undefined
}

/** A release of the SDK, as a client. */
export interface ClientPeer extends Peer {
  open(server: Command, respondent?: Respondent): Promise<Driver>
}

/** A release of the SDK, as a server. */
export interface ServerPeer extends Peer {
  /** Of the program that serves with it. */
  readonly program: string
}

/** The clients our server meets. */
export const clientPeers: readonly ClientPeer[] = [
  ...sdk1Releases.map(({ name, revision, load }) => ({
    name,
    revision,
    isOurServer: true,
    open: async (server: Command, respondent?: Respondent) => {
      const sdk = await load()
      return openSdk1(sdk, startWith(sdk, server), respondent)
    },
  })),
  {
    name: '2.4.0',
    revision: '2026-07-28',
    isOurServer: true,
    open: (server, respondent) => openSdk2(startWithSdk2(server), 'auto', respondent),
  },
  {
    name: '2.4.0 as before',
    revision: '2025-11-25',
    isOurServer: true,
    open: (server, respondent) => openSdk2(startWithSdk2(server), 'legacy', respondent),
  },
]

/** The servers our client meets. */
export const serverPeers: readonly ServerPeer[] = [
  { name: '1.8.0', program: 'sdk-2024-server', revision: '2024-11-05', isOurServer: false },
  { name: '1.12.3', program: 'sdk-2025-03-server', revision: '2025-03-26', isOurServer: false },
  { name: '1.22.0', program: 'sdk-2025-06-server', revision: '2025-06-18', isOurServer: false },
  { name: '1.32.2', program: 'sdk-current-server', revision: '2025-11-25', isOurServer: false },
  { name: '2.4.0', program: 'sdk-2-server', revision: '2026-07-28', isOurServer: false },
]
