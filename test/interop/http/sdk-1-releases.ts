import type { Client } from 'mcp-sdk-current/client'
import type {
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
} from 'mcp-sdk-current/client/streamableHttp.js'
import type { Revision } from '../../wire/revisions.js'

/** A release of the first major version of the SDK. */
export interface Sdk1Release {
  readonly name: string
  /** The newest it knows. */
  readonly revision: Revision
  readonly load: () => Promise<Loaded>
}

/** What is used of it over HTTP; typed as the last release, which the others agree with. */
export interface Loaded {
  readonly Client: typeof Client
  /** Its way to an endpoint of Streamable HTTP; the oldest takes the endpoints beside it. */
  readonly openTransport: (url: URL, options?: StreamableHTTPClientTransportOptions) => StreamableHTTPClientTransport
}

/** One release of every revision. */
export const sdk1Releases: readonly Sdk1Release[] = [
  release('1.8.0', '2024-11-05', async () => {
    const { Client } = await import('mcp-sdk-2024/client/index.js')
    const { SSEClientTransport } = await import('mcp-sdk-2024/client/sse.js')
    return { Client, openTransport: (url) => new SSEClientTransport(new URL('/sse', url)) }
  }),
  release('1.12.3', '2025-03-26', async () => {
    const { Client } = await import('mcp-sdk-2025-03/client/index.js')
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-2025-03/client/streamableHttp.js')
    return { Client, openTransport: (url, options) => new StreamableHTTPClientTransport(url, options) }
  }),
  release('1.22.0', '2025-06-18', async () => {
    const { Client } = await import('mcp-sdk-2025-06/client/index.js')
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-2025-06/client/streamableHttp.js')
    return { Client, openTransport: (url, options) => new StreamableHTTPClientTransport(url, options) }
  }),
  release('1.32.2', '2025-11-25', async () => {
    const { Client } = await import('mcp-sdk-current/client')
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-current/client/streamableHttp.js')
    return { Client, openTransport: (url, options) => new StreamableHTTPClientTransport(url, options) }
  }),
]

/** The classes of each release have private members, so that to the compiler they are not alike. */
interface Unlike {
  readonly Client: unknown
  readonly openTransport: (url: URL, options?: object) => object
}

function release(name: string, revision: Revision, load: () => Promise<Unlike>): Sdk1Release {
  return { name, revision, load: load as unknown as Sdk1Release['load'] }
}
