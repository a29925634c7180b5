import { type Change, type Client, type Command, type ConnectOptions, connect } from 'omniport/client'
import type { JsonObject } from '../json.js'
import type { Changes, Completing, Driver, DriverCallOptions, DriverFilter, LogEntry } from './driver.js'
import { type Respondent, type Root, withBlocks } from './respondent.js'

/** What connects to a server, with these options. */
type Connect = (options: ConnectOptions) => Promise<Client>

/**
 * Connects our own client to a server that is started, to an address, or in a way of the caller's. It declares every question if
 * there is a `respondent`.
 */
export async function openOmniport(
  target: Command | string | Connect,
  respondent?: Respondent,
  options?: ConnectOptions,
): Promise<Driver> {
  const logs: LogEntry[] = []
  const errors: Error[] = []
  const connectTo: Connect = typeof target === 'function' ? target : (given) => connect(target, given)
  const client = await connectTo({
    ...(respondent !== undefined && answersOf(respondent)),
    ...options,
    onLog: ({ level, data }) => logs.push({ level, data }),
    onError: (error) => errors.push(error),
  })
  return new OmniportDriver(client, logs, errors)
}

function answersOf(respondent: Respondent): ConnectOptions {
  return {
    elicit: ({ message, schema }, { signal }) =>
      respondent.answer({ type: 'form', message, schema: schema as JsonObject }, signal) as never, // the client checks it
    elicitUrl: async (question, { signal }) =>
      (await respondent.answer({ type: 'page', ...question }, signal))['action'] as never, // the client checks it
    sample: ({ messages, ...params }, { signal }) => {
      const question = { ...params, messages: messages.map((message) => withBlocks(toJson(message))) }
      return respondent.answer({ type: 'model', params: question }, signal) as never // the client checks it
    },
    roots: respondent.roots,
  }
}

class OmniportDriver implements Driver {
  readonly #client: Client
  readonly completed: readonly unknown[] = []
  readonly logs: readonly LogEntry[]
  readonly errors: readonly Error[]

  constructor(client: Client, logs: readonly LogEntry[], errors: readonly Error[]) {
    this.#client = client
    this.logs = logs
    this.errors = errors
  }

  get revision(): string {
    return this.#client.revision
  }

  get server(): Driver['server'] {
    const { name, version, instructions } = this.#client.server
    return { name, version, instructions }
  }

  listTools = async () => (await this.#client.listTools()).map(toJson)
  listResources = async () => (await this.#client.listResources()).map(toJson)
  listResourceTemplates = async () => (await this.#client.listResourceTemplates()).map(toJson)
  listPrompts = async () => (await this.#client.listPrompts()).map(toJson)
  readResource = async (uri: string) => toJson(await this.#client.readResource(uri))
  setLogLevel = (level: 'debug' | 'warning') => this.#client.setLogLevel(level)
  ping = () => this.#client.ping()
  close = () => this.#client.close()

  async getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<JsonObject> {
    return toJson(await this.#client.getPrompt(name, args))
  }

  async callTool(name: string, args: JsonObject = {}, options: DriverCallOptions = {}): Promise<JsonObject> {
    const { signal, onProgress } = options
    const received = onProgress && { onProgress: (progress: object) => onProgress(toJson(progress)) }
    return toJson(await this.#client.callTool(name, args, { signal, ...received }))
  }

  async complete({ ref, argument, others }: Completing): Promise<readonly string[]> {
    return (await this.#client.complete(ref, argument, { arguments: others })).values
  }

  async listen(wanted: DriverFilter): Promise<Changes> {
    const filter = wanted.type === 'resource' ? { uris: [wanted.uri] } : { [wanted.type]: true }
    const listening = await this.#client.listen(filter)
    return { first: firstOf(listening), close: () => listening.close() }
  }

  async setRoots(roots: readonly Root[]): Promise<void> {
    this.#client.setRoots(roots)
  }
}

async function firstOf(changes: AsyncIterable<Change>): Promise<Change> {
  for await (const change of changes) return change
  throw new Error('there was no change')
}

/** What is typed, as an object of any names. */
function toJson(value: object): JsonObject {
  return { ...value }
}
