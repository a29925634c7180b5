import process from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Command } from 'omniport/client'
import type { JsonObject } from '../json.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter } from './driver.js'
import { Heard } from './heard.js'
import { toSdkOptions } from './to-sdk-options.js'

/** Connects a client of the second major version of the SDK to a server that is started. */
export async function openSdk2({ command, args = [] }: Command, mode: Mode = 'auto'): Promise<Driver> {
  const client = new Client({ name: 'sdk', version: '2.0.0' }, { versionNegotiation: { mode } })
  const heard = new Heard()
  client.onerror = (error) => heard.errors.push(error)
  client.fallbackNotificationHandler = async ({ method, params }) => heard.hear(method, params)
  const transport = new StdioClientTransport({ command, args: [...args], env: { PATH: process.env['PATH'] ?? '' } })
  await client.connect(transport)
  return new Sdk2Driver(client, heard)
}

type Mode = 'auto' | 'legacy' | { readonly pin: string }

class Sdk2Driver implements Driver {
  readonly #client: Client
  readonly #heard: Heard
  #logLevel: string | undefined

  constructor(client: Client, heard: Heard) {
    this.#client = client
    this.#heard = heard
  }

  get revision(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion()
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
  close = () => this.#client.close()

  /** A revision without `ping` has another request that any server answers. */
  async ping(): Promise<void> {
    await (this.#isModern ? this.#client.discover() : this.#client.ping())
  }

  async setLogLevel(level: 'debug' | 'warning'): Promise<void> {
    if (this.#isModern) this.#logLevel = level
    else await this.#client.setLoggingLevel(level)
  }

  callTool(name: string, args: JsonObject = {}, options: DriverCallOptions = {}): Promise<JsonObject> {
    const _meta = this.#logLevel && { _meta: { 'io.modelcontextprotocol/logLevel': this.#logLevel } }
    return this.#client.callTool({ name, arguments: args, ..._meta }, toSdkOptions(options))
  }

  async complete({ ref, argument, others }: Completing): Promise<readonly string[]> {
    const params = { ref, argument, ...(others && { context: { arguments: others } }) }
    return (await this.#client.complete(params)).completion.values
  }

  async listen(wanted: DriverFilter): Promise<Changes> {
    const first = this.#heard.next(wanted)
    if (this.#isModern) {
      const subscription = await this.#client.listen(toFilter(wanted))
      return { first, close: () => subscription.close() }
    }
    if (wanted.type !== 'resource') return { first, close: async () => {} }
    const { uri } = wanted
    await this.#client.subscribeResource({ uri })
    return { first, close: async () => void (await this.#client.unsubscribeResource({ uri })) }
  }

  get #isModern(): boolean {
    return this.#client.getProtocolEra() === 'modern'
  }
}

function toFilter(wanted: DriverFilter) {
  return wanted.type === 'resource' ? { resourceSubscriptions: [wanted.uri] } : { [`${wanted.type}ListChanged`]: true }
}
