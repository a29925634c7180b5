import * as sdk2 from '@modelcontextprotocol/client'
import { UnauthorizedError } from 'mcp-sdk-current/client/auth.js'
import { Client } from 'mcp-sdk-current/client/index.js'
import { StreamableHTTPClientTransport } from 'mcp-sdk-current/client/streamableHttp.js'
import type { SdkOAuth } from './sdk-oauth.js'

/** An official client, as an application uses it that has a person. */
export interface SdkClient {
  readonly name: string
  /** Whether it asks for more while it has a refresh token; else it refreshes, which gets it the same again. */
  readonly stepsUp: boolean
  /** A connection with these credentials, which may want a person. */
  readonly open: (url: string, oauth: SdkOAuth) => Promise<SdkConnection>
}

/** A connection of an official client. Whoever opens it closes it. */
export interface SdkConnection {
  /** Calls a tool; where a person is wanted, they are waited for, and it is called again. */
  readonly call: (name: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Both major versions. */
export const sdkClients: readonly SdkClient[] = [
  {
    name: '1.32.2',
    stepsUp: false,
    async open(url, oauth) {
      const client = new Client({ name: 'sdk', version: '1' })
      const connect = () => {
        const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: oauth })
        const finish = () => transport.finishAuth(oauth.arrived().get('code') ?? '')
        return { finish, run: () => client.connect(transport as never) } // its optional members may be undefined
      }
      let finish = async () => {}
      await withPerson(
        () => {
          const connection = connect()
          finish = connection.finish
          return connection.run()
        },
        () => finish(),
      )
      return {
        call: (name) =>
          withPerson(
            () => call(client, name),
            () => finish(),
          ),
        close: () => client.close(),
      }
    },
  },
  {
    name: '2.4.0',
    stepsUp: true,
    async open(url, oauth) {
      const client = new sdk2.Client({ name: 'sdk', version: '2' }, { versionNegotiation: { mode: 'auto' } })
      let finish = async () => {}
      await withPerson(
        () => {
          const transport = new sdk2.StreamableHTTPClientTransport(new URL(url), { authProvider: oauth })
          finish = () => transport.finishAuth(oauth.arrived())
          return client.connect(transport)
        },
        () => finish(),
      )
      return {
        call: (name) =>
          withPerson(
            () => call(client, name),
            () => finish(),
          ),
        close: () => client.close(),
      }
    },
  },
]

async function withPerson<T>(fn: () => Promise<T>, finish: () => Promise<void>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    if (!(error instanceof UnauthorizedError || error instanceof sdk2.UnauthorizedError)) throw error
    await finish()
    return fn()
  }
}

async function call(client: Client | sdk2.Client, name: string): Promise<string> {
  const { content } = await client.callTool({ name, arguments: {} })
  return (content as readonly [{ readonly text: string }])[0].text // what the notes answer
}
