import process from 'node:process'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Command } from 'omniport/client'
import type { JsonObject } from '../json.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter } from './driver.js'
import { Received } from './received.js'
import { type Respondent, type Root, toQuestion } from './respondent.js'
import { toSdkOptions } from './to-sdk-options.js'

/** Connects a client of the second major version of the SDK, which declares every question if there is a `respondent`. */
export async function openSdk2(transport: Transport, mode: Mode = 'auto', respondent?: Respondent): Promise<Driver> {
  const capabilities = respondent === undefined ? {} : everything(mode)
  const client = new Client({ name: 'sdk', version: '2.0.0' }, { capabilities, versionNegotiation: { mode } })
  const received = new Received()
  client.onerror = (error) => received.errors.push(error)
  client.fallbackNotificationHandler = async ({ method, params }) => received.receive(method, params)
  if (respondent !== undefined) answerWith(client, respondent)
  await client.connect(transport)
  return new Sdk2Driver(client, received, respondent)
}

/** Its way to a server that is started. */
export function startWithSdk2({ command, args = [] }: Command): Transport {
  return new StdioClientTransport({ command, args: [...args], env: { PATH: process.env['PATH'] ?? '' } })
}

/** The newest revision tells no server that roots changed. */
function everything(mode: Mode): object {
  return {
    elicitation: { form: {}, url: {} },
    sampling: { tools: {}, context: {} },
    roots: { ...(mode === 'legacy' && { listChanged: true }) },
  }
}

function answerWith(client: Client, respondent: Respondent): void {
  const answer = ({ params }: { readonly params?: unknown }, { mcpReq }: Asked) =>
    respondent.answer(toQuestion(params as JsonObject), mcpReq.signal) as never // the SDK checks what is answered
  client.setRequestHandler('elicitation/create', answer)
  client.setRequestHandler('sampling/createMessage', answer)
  client.setRequestHandler('roots/list', () => ({ roots: [...respondent.roots] }))
}

interface Asked {
  readonly mcpReq: { readonly signal: AbortSignal }
}

type Mode = 'auto' | 'legacy' | { readonly pin: string }

class Sdk2Driver implements Driver {
  readonly #client: Client
  readonly #received: Received
  readonly #respondent: Respondent | undefined
  #logLevel: string | undefined

  constructor(client: Client, received: Received, respondent: Respondent | undefined) {
    this.#client = client
    this.#received = received
    this.#respondent = respondent
  }

  get revision(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion()
  }

  get server(): Driver['server'] {
    const { name = '', version = '' } = this.#client.getServerVersion() ?? {}
    return { name, version, instructions: this.#client.getInstructions() }
  }

  get logs(): Driver['logs'] {
    return this.#received.logs
  }

  get completed(): Driver['completed'] {
    return this.#received.completed
  }

  get errors(): Driver['errors'] {
    return this.#received.errors
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
    const first = this.#received.next(wanted)
    if (this.#isModern) {
      const subscription = await this.#client.listen(toFilter(wanted))
      return { first, close: () => subscription.close() }
    }
    if (wanted.type !== 'resource') return { first, close: async () => {} }
    const { uri } = wanted
    await this.#client.subscribeResource({ uri })
    return { first, close: async () => void (await this.#client.unsubscribeResource({ uri })) }
  }

  /** The newest revision has nothing to tell it with. */
  async setRoots(roots: readonly Root[]): Promise<void> {
    if (this.#respondent !== undefined) this.#respondent.roots = roots
    if (!this.#isModern) await this.#client.sendRootsListChanged()
  }

  get #isModern(): boolean {
    return this.#client.getProtocolEra() === 'modern'
  }
}

function toFilter(wanted: DriverFilter) {
  return wanted.type === 'resource' ? { resourceSubscriptions: [wanted.uri] } : { [`${wanted.type}ListChanged`]: true }
}
