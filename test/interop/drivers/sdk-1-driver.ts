import type { Client as Sdk1Client } from 'mcp-sdk-current/client'
import type { Transport } from 'mcp-sdk-current/shared/transport.js'
import type { JsonObject } from '../json.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter } from './driver.js'
import { Received } from './received.js'
import { type Respondent, type Root, toQuestion } from './respondent.js'
import type { Sdk1 } from './sdk-1-releases.js'
import { toSdkOptions } from './to-sdk-options.js'

/** Connects a client of the SDK, which declares every question that its release can hand to `respondent`. */
export async function openSdk1(sdk: Sdk1, transport: Transport, respondent?: Respondent): Promise<Driver> {
  const capabilities = respondent === undefined ? {} : capabilitiesOf(sdk)
  const client = new sdk.Client({ name: 'sdk', version: '1.0.0' }, { capabilities })
  const received = new Received()
  client.onerror = (error) => received.errors.push(error)
  client.fallbackNotificationHandler = async ({ method, params }) => received.receive(method, params)
  if (respondent !== undefined) answerWith(client, sdk, respondent)
  await client.connect(transport)
  return new Sdk1Driver(client, received, respondent)
}

function capabilitiesOf({ types }: Sdk1): object {
  const roots = { listChanged: true }
  if (types.ElicitRequestSchema === undefined) return { sampling: {}, roots }
  if (!hasModes(types)) return { elicitation: {}, sampling: {}, roots }
  return { elicitation: { form: {}, url: {} }, sampling: { tools: {}, context: {} }, roots }
}

/** What came with URLs came with tools in sampling. */
function hasModes(types: object): boolean {
  return 'ElicitationCompleteNotificationSchema' in types
}

function answerWith(client: Sdk1Client, { types }: Sdk1, respondent: Respondent): void {
  const answer = ({ params }: { readonly params?: unknown }, { signal }: { readonly signal: AbortSignal }) =>
    respondent.answer(toQuestion(params as JsonObject), signal) as never // the SDK checks what is answered
  client.setRequestHandler(types.CreateMessageRequestSchema, answer)
  client.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots: [...respondent.roots] }))
  if (types.ElicitRequestSchema !== undefined) client.setRequestHandler(types.ElicitRequestSchema, answer)
}

class Sdk1Driver implements Driver {
  readonly revision = undefined
  readonly #client: Sdk1Client
  readonly #received: Received
  readonly #respondent: Respondent | undefined

  constructor(client: Sdk1Client, received: Received, respondent: Respondent | undefined) {
    this.#client = client
    this.#received = received
    this.#respondent = respondent
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
    const first = this.#received.next(wanted)
    if (wanted.type !== 'resource') return { first, close: async () => {} }
    const { uri } = wanted
    await this.#client.subscribeResource({ uri })
    return { first, close: async () => void (await this.#client.unsubscribeResource({ uri })) }
  }

  async setRoots(roots: readonly Root[]): Promise<void> {
    if (this.#respondent !== undefined) this.#respondent.roots = roots
    await this.#client.sendRootsListChanged()
  }
}
