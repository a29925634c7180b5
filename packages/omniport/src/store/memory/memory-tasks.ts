import type { Clock } from '../../async/runtime/clock.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import type { JsonValue } from '../../values/json/json-value.js'
import type { Tasks } from '../tasks.js'
import { CreationOrder } from './creation-order.js'
import { type CountedRecords, MemoryRecords } from './memory-records.js'

/** Options of `createMemoryTasks`. */
export interface MemoryTasksOptions {
  readonly clock: Clock
  /** The maximum number of tasks, and of remembered positions of deleted ones. Default: 10,000. */
  readonly maxEntries?: number | undefined
}

export interface CountedTasksOptions {
  readonly maxEntries: number
  readonly counted?: CountedRecords | undefined
}

/**
 * Creates `Tasks` in memory. `create` rejects with OmniportError `limit` when it is full. There is nothing to close; a timer of
 * `clock` runs while there are tasks.
 */
export function createMemoryTasks({ clock, maxEntries = 10_000 }: MemoryTasksOptions): Tasks {
  return new MemoryTasks(clock, { maxEntries })
}

/** Tasks in memory, of which some may be counted. */
export class MemoryTasks extends MemoryRecords implements Tasks {
  readonly #order: CreationOrder

  constructor(clock: Clock, { maxEntries, counted }: CountedTasksOptions) {
    const order = new CreationOrder(maxEntries)
    super(clock, {
      maxEntries,
      counted,
      onCreate(id, value) {
        const owner = ownerOf(value)
        if (owner !== undefined) order.add(id, owner)
      },
      onEnd: (id) => order.delete(id),
    })
    this.#order = order
  }

  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    this.expire()
    const ids = this.#order.list(owner, after, limit)
    if (ids === undefined) {
      throw new OmniportError(
        'limit',
        'tasks: the position of the last listed task is forgotten, or the task belongs to another owner',
      )
    }
    return ids
  }
}

function ownerOf(value: JsonValue): string | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'owner')) return undefined
  const { owner } = value
  return typeof owner === 'string' ? owner : undefined
}
