import process from 'node:process'
import type { Client as Sdk1Client } from 'mcp-sdk-current/client'
import type { StdioClientTransport } from 'mcp-sdk-current/client/stdio.js'
import type { Command } from 'omniport/client'
import type { JsonObject } from '../json.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter } from './driver.js'
import { Heard } from './heard.js'
import { toSdkOptions } from './to-sdk-options.js'

/** What is used of a release of the first major version of the SDK; typed as the last of them, which the others agree with. */
export interface Sdk1 {
  readonly Client: typeof Sdk1Client
  readonly StdioClientTransport: typeof StdioClientTransport
}

/** Connects a client of the SDK to a server that is started. */
export async function openSdk1(
  { Client, StdioClientTransport }: Sdk1,
  { command, args = [] }: Command,
): Promise<Driver> {
  const client = new Client({ name: 'sdk', version: '1.0.0' }, { capabilities: {} })
  const heard = new Heard()
  client.onerror = (error) => heard.errors.push(error)
  client.fallbackNotificationHandler = async ({ method, params }) => heard.hear(method, params)
  const transport = new StdioClientTransport({ command, args: [...args], env: { PATH: process.env['PATH'] ?? '' } })
  await client.connect(transport)
  return new Sdk1Driver(client, heard)
}

class Sdk1Driver implements Driver {
  readonly revision = undefined
  readonly #client: Sdk1Client
  readonly #heard: Heard

  constructor(client: Sdk1Client, heard: Heard) {
    this.#client = client
    this.#heard = heard
  }

  get server(): Driver['server'] {
    const { name = '', version = '' } = this.#client.getServerVersion() ?? {}
    return { name, version, instructions: this.#client.getInstructions() }
  }

  get logs(): Driver['logs'] {
    return this.#heard.logs
  }

  get errors(): Driver['errors'] {
    return this.#heard.errors
  }

  listTools = async () => (await this.#client.listTools()).tools
  listResources = async () => (await this.#client.listResources()).resources
  listResourceTemplates = async () => (await this.#client.listResourceTemplates()).resourceTemplates
  listPrompts = async () => (await this.#client.listPrompts()).prompts
  readResource = (uri: string) => this.#client.readResource({ uri })
  getPrompt = (name: string, args: Record<string, string>) => this.#client.getPrompt({ name, arguments: args })
  ping = async () => void (await this.#client.ping())
  setLogLevel = async (level: 'debug' | 'warning') => void (await this.#client.setLoggingLevel(level))
  close = () => this.#client.close()

  callTool(name: string, args: JsonObject = {}, options: DriverCallOptions = {}): Promise<JsonObject> {
    return this.#client.callTool({ name, arguments: args }, undefined, toSdkOptions(options))
  }

  async complete({ ref, argument, others }: Completing): Promise<readonly string[]> {
    const params = { ref, argument, ...(others && { context: { arguments: others } }) }
    return (await this.#client.complete(params)).completion.values
  }

  /** Lists are announced to everyone; resources only to those who subscribe. */
  async listen(wanted: DriverFilter): Promise<Changes> {
    const first = this.#heard.next(wanted)
    if (wanted.type !== 'resource') return { first, close: async () => {} }
    const { uri } = wanted
    await this.#client.subscribeResource({ uri })
    return { first, close: async () => void (await this.#client.unsubscribeResource({ uri })) }
  }
}
