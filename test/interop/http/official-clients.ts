import type { Driver } from '../drivers/driver.js'
import { openSdk1, type Sdk1 } from '../drivers/sdk-1-driver.js'
import { openSdk2 } from '../drivers/sdk-2-driver.js'
import type { Peer } from './scenarios.js'
import { type Sdk1Release, sdk1Releases } from './sdk-1-releases.js'

/** A release of the SDK, as a client over HTTP. */
export interface OfficialClient extends Peer {
  /** Connects it to an endpoint of Streamable HTTP. Whoever does it closes it. */
  readonly open: (url: string) => Promise<Driver>
}

/**
 * Clients of every revision. The second major version is opened by its driver for stdio: a test that uses it puts
 * `sdk-2-stdio.js` in place of `@modelcontextprotocol/client/stdio`.
 */
export const officialClients: readonly OfficialClient[] = [
  ...sdk1Releases.map((release) => ({ ...release, open: (url: string) => open(release, url) })),
  { name: '2.4.0', revision: '2026-07-28', open: (url) => openSdk2({ command: url }) },
  { name: '2.4.0 as before', revision: '2025-11-25', open: (url) => openSdk2({ command: url }, 'legacy') },
]

async function open({ load }: Sdk1Release, url: string): Promise<Driver> {
  const { Client, openTransport } = await load()
  const transport = openTransport(new URL(url))
  const sdk = { Client, StdioClientTransport: giving(transport) as unknown as Sdk1['StdioClientTransport'] }
  return openSdk1(sdk, { command: url })
}

/** The driver makes its transport itself: what it makes with this is one that is there. */
function giving(transport: object): new () => object {
  return class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: this is what it is for
      return transport
    }
  }
}
