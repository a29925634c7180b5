import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Driver } from '../drivers/driver.js'
import type { Respondent } from '../drivers/respondent.js'
import { openSdk1 } from '../drivers/sdk-1-driver.js'
import { sdk1Releases } from '../drivers/sdk-1-releases.js'
import { openSdk2 } from '../drivers/sdk-2-driver.js'
import type { Peer } from '../peers.js'

/** A release of the SDK, as a client over HTTP. */
export interface OfficialClient extends Peer {
  /** Connects it to an endpoint of Streamable HTTP. Whoever does it closes it. */
  readonly open: (url: string, respondent?: Respondent) => Promise<Driver>
}

/** Clients of every revision. */
export const officialClients: readonly OfficialClient[] = [
  ...sdk1Releases.map(({ name, revision, load }) => ({
    name,
    revision,
    isOurServer: true,
    open: async (url: string, respondent?: Respondent) => {
      const sdk = await load()
      return openSdk1(sdk, sdk.openTransport(new URL(url)), respondent)
    },
  })),
  {
    name: '2.4.0',
    revision: '2026-07-28',
    isOurServer: true,
    open: (url, respondent) => openSdk2(to(url), 'auto', respondent),
  },
  {
    name: '2.4.0 as before',
    revision: '2025-11-25',
    isOurServer: true,
    open: (url, respondent) => openSdk2(to(url), 'legacy', respondent),
  },
]

function to(url: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url))
}
