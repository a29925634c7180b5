import type { JsonObject } from '../json.js'
import type { DriverFilter, LogEntry } from './driver.js'

/** What a client of the SDK hears without having asked: log messages are kept, changes go to whoever waits for them. */
export class Received {
  readonly logs: LogEntry[] = []
  readonly errors: Error[] = []
  /** The ids of pages that are done, in the order they came. */
  readonly completed: unknown[] = []
  readonly #waiting = new Set<{ readonly wanted: DriverFilter; readonly resolve: (change: DriverFilter) => void }>()

  /** Takes a notification as it came. */
  receive(method: string, params: JsonObject = {}): void {
    if (method === 'notifications/message') this.logs.push({ level: String(params['level']), data: params['data'] })
    if (method === 'notifications/elicitation/complete') this.completed.push(params['elicitationId'])
    const change = changeOf(method, params)
    for (const waiting of this.#waiting) {
      if (change === undefined || JSON.stringify(change) !== JSON.stringify(waiting.wanted)) continue
      this.#waiting.delete(waiting)
      waiting.resolve(change)
    }
  }

  /** The next change of a kind. */
  next(wanted: DriverFilter): Promise<DriverFilter> {
    return new Promise((resolve) => this.#waiting.add({ wanted, resolve }))
  }
}

function changeOf(method: string, { uri }: JsonObject): DriverFilter | undefined {
  if (method === 'notifications/resources/updated') return { type: 'resource', uri: String(uri) }
  const [, type] = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method) ?? []
  return type === undefined ? undefined : { type: type as 'tools' | 'prompts' | 'resources' }
}
